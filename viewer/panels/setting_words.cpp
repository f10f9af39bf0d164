#include "viewer/panels/setting_words.h"

#include <algorithm>
#include <cctype>

namespace spook {
namespace {

struct LabelRow {
  std::string_view parameter, label;
};

constexpr LabelRow labels[] = {{"compliance", "ε of contacts"},
                               {"relaxation_steps", "τ of contacts"},
                               {"joint_compliance", "ε of joints"},
                               {"joint_relaxation_steps", "τ of joints"},
                               {"friction", "Friction μ"},
                               {"friction_compliance", "ε of friction"},
                               {"friction_viscosity", "δ of friction"},
                               {"couplings", "Rounds"},
                               {"pivoting", "Direct solve by"},
                               {"sweep_kind", "Sweeps solve"},
                               {"restitution", "Restitution e"},
                               {"restitution_threshold", "Bounces from"},
                               {"friction_scale", "Friction ×"},
                               {"restitution_scale", "Restitution ×"},
                               {"follow_motion", "Follow the motion"},
                               {"contact_source", "Contacts from"},
                               {"contact_margin", "Contacts within"},
                               {"guard", "Energy guard"}};

struct ChoiceRow {
  std::string_view parameter, key, words, help;
};

constexpr ChoiceRow choices[] = {
    {"preset", "spook", "Spook", "This engine's own method, with all that goes beyond the paper."},
    {"preset", "published", "Published", "The paper's method, to the letter."},
    {"preset", "own", "Changed by hand", "Neither: something was switched by itself."},
    {"solver", "direct-iterative", "Direct and sweeps",
     "Sweeps find how hard contacts press, then a direct solve finds all forces at once. The usual one."},
    {"solver", "split", "As published", "Direct solve and sweeps by turns, as in the paper."},
    {"solver", "direct-friction", "Direct alone", "Direct solves with friction in them, no sweeps."},
    {"solver", "sweeps", "Sweeps alone", "One contact after the other, as most games do: quick, and never exact."},
    {"solver", "exact", "To tolerance", "Goes on until the answer is exact to rounding, whatever it takes."},
    {"sweep_kind", "separate", "Row by row", "The normal and both directions of friction, each by itself."},
    {"sweep_kind", "block-tangents", "Friction as one", "Both directions of friction together, on the friction disc."},
    {"sweep_kind", "block-tangents-scaled", "Friction, scaled",
     "Both directions of friction together; what is too much is scaled down onto the disc."},
    {"sweep_kind", "block-projection", "All as one", "The normal and both directions of friction together."},
    {"pivoting", "published", "Block pivoting", "Ten rounds of block pivoting, as published."},
    {"pivoting", "line-search", "With line search", "Block pivoting with a line search, so that it cannot go round."},
    {"pivoting", "interior", "Interior point",
     "Block pivoting, and the interior point method where that would go on too long."},
    {"impact_law", "newton", "Newton", "The speed of leaving is e times that of coming."},
    {"impact_law", "poisson", "Poisson", "The impulse of leaving is e times that of coming."},
    {"impact_law", "sequential", "One at a time", "One pair after the other: Newton's cradle swings."},
    {"friction_law", "positional", "Springs back", "What sticks springs back to where it stuck: it does not creep."},
    {"friction_law", "viscous", "Creeps", "What sticks gives way slowly, by δ times the force."},
    {"contact_source", "exact", "Exact geometry", "This engine's own contacts."},
    {"contact_source", "bullet", "Bullet", "Bullet's stock narrowphase, for comparison."},
    {"effort", "complete", "Complete", "Everything is solved to its end, however long that takes."}};

// what the key alone would not tell
constexpr LabelRow scene_labels[] = {{"script", "Autopilot"}, {"course", "Course with a clock"}};

const ChoiceRow* find_choice(std::string_view parameter, std::string_view key) {
  for (const ChoiceRow& row : choices)
    if (row.parameter == parameter && row.key == key) return &row;
  return nullptr;
}

}  // namespace

std::string as_words(std::string_view key) {
  std::string text(key);
  std::replace(text.begin(), text.end(), '_', ' ');
  if (!text.empty()) text[0] = char(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string setting_label(std::string_view parameter) {
  for (const LabelRow& row : labels)
    if (row.parameter == parameter) return std::string(row.label);
  return as_words(parameter);
}

std::string choice_label(std::string_view parameter, std::string_view key) {
  const ChoiceRow* row = find_choice(parameter, key);
  return row ? std::string(row->words) : as_words(key);
}

std::string choice_help(std::string_view parameter, std::string_view key) {
  const ChoiceRow* row = find_choice(parameter, key);
  return (row ? std::string(row->help) + " " : std::string()) + "(" + std::string(key) + ")";
}

std::string scene_parameter_label(std::string_view name) {
  for (const LabelRow& row : scene_labels)
    if (row.parameter == name) return std::string(row.label);
  return as_words(name);
}

}  // namespace spook
