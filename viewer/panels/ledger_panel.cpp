// The energy ledger: where energy came from and where it went since the account began, and whether the books close.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "viewer/app/insight.h"
#include "viewer/app/theme.h"
#include "viewer/panels/context.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/quantity.h"
#include "viewer/panels/widgets.h"
#include "viewer/plot/export_file.h"
#include "viewer/plot/stacked.h"

namespace spook {
namespace {

constexpr double books_close = 1e-6;  // of all that went to and fro; chosen: rounding leaves less than 1e-9

constexpr double worth_a_worry = 1e-3;  // chosen: less is not seen in the chart

struct AccountRow {
  const char* name;
  unsigned colour;  // 0xRRGGBB: seen on both themes
  double (*value)(const LedgerLine&);
};

double work_of(const LedgerLine& line, LedgerEntry entry) {
  return line.work[std::size_t(entry)];
}

// Together they are the kinetic energy gained. What normals and joints took is told as what it became.
const AccountRow account_rows[] = {
    {"work of gravity", 0x4C8FD6, [](const LedgerLine& l) { return work_of(l, LedgerEntry::gravity); }},
    {"work of motors", 0x9B6BD3, [](const LedgerLine& l) { return work_of(l, LedgerEntry::motors); }},
    {"work of the hand", 0x35A9A4, [](const LedgerLine& l) { return work_of(l, LedgerEntry::hand); }},
    {"locks of joints", 0x7A8AA0, [](const LedgerLine& l) { return work_of(l, LedgerEntry::locks); }},
    {"stops of joints", 0xA58A62, [](const LedgerLine& l) { return work_of(l, LedgerEntry::limits); }},
    {"friction in joints", 0xC77E4B, [](const LedgerLine& l) { return work_of(l, LedgerEntry::joint_friction); }},
    {"friction of contacts", 0xE08A2C, [](const LedgerLine& l) { return work_of(l, LedgerEntry::friction); }},
    {"impacts", 0xD2574A, [](const LedgerLine& l) { return work_of(l, LedgerEntry::impacts); }},
    {"held by springs and compliance", 0x55AA62, [](const LedgerLine& l) { return -l.elastic; }},
    {"damping (τ)", 0xC2A83B, [](const LedgerLine& l) { return -l.damping; }},
    {"turning, forces, stiffness", 0x6F7784, [](const LedgerLine& l) { return work_of(l, LedgerEntry::turning); }},
    {"after the solve: turning, guard", 0xA0567F,
     [](const LedgerLine& l) { return work_of(l, LedgerEntry::after_solve); }},
    {"unexplained", 0xFF2F6E, [](const LedgerLine& l) { return l.unexplained; }}};

unsigned rgb(unsigned rgb) {
  return IM_COL32((rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255, 255);
}

void books(const LedgerAccount& account) {
  const LedgerLine& line = account.lines.back();
  const double share = account.share_unexplained();
  ImGui::PushStyleColor(ImGuiCol_Text, share < books_close     ? good_vec()
                                       : share < worth_a_worry ? warn_vec()
                                                               : bad_vec());
  if (share < books_close)
    ImGui::Text("The books close: %s unexplained of %s turned over", quantity(std::abs(line.unexplained), "J").c_str(),
                quantity(line.turnover, "J").c_str());
  else
    ImGui::Text("The books miss %s: %s %% of the energy turned over is unexplained",
                quantity(line.unexplained, "J").c_str(), figure(100.0 * share, 2).c_str());
  ImGui::PopStyleColor();
}

void account_table(const LedgerLine& line, float em) {
  const auto amount = [&](double joules) {
    const std::string text = signed_quantity(joules, "J");
    ImGui::SameLine(std::max(0.0f, ImGui::GetContentRegionAvail().x + ImGui::GetCursorPosX() -
                                       ImGui::CalcTextSize(text.c_str()).x - 0.3f * em));
    ImGui::TextUnformatted(text.c_str());
  };
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0.15f * em});
  for (const AccountRow& row : account_rows) {
    const double joules = row.value(line);
    if (std::abs(joules) <= 1e-12 * line.turnover) continue;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 0.2f * em}, {at.x + 0.7f * em, at.y + 0.9f * em},
                                              rgb(row.colour), 0.15f * em);
    ImGui::Indent(em);
    ImGui::TextUnformatted(row.name);
    amount(joules);
    ImGui::Unindent(em);
  }
  ImGui::Separator();
  ImGui::Indent(em);
  ImGui::TextUnformatted("kinetic energy gained");
  amount(line.kinetic);
  ImGui::Unindent(em);
  ImGui::PopStyleVar();
}

std::string csv_of(const LedgerAccount& account) {
  std::string csv = "t";
  for (const AccountRow& row : account_rows) csv += std::string(",") + row.name;
  csv += ",kinetic energy gained\n";
  char number[32];
  for (const LedgerLine& line : account.lines) {
    std::snprintf(number, sizeof number, "%.9g", line.time), csv += number;
    for (const AccountRow& row : account_rows)
      std::snprintf(number, sizeof number, ",%.9g", row.value(line)), csv += number;
    std::snprintf(number, sizeof number, ",%.9g\n", line.kinetic), csv += number;
  }
  return csv;
}

// a world tells of its last substep only
void needs_one_substep(AppContext& app, int substeps) {
  ImGui::PushTextWrapPos(0);
  ImGui::Text(
      "This scene makes %d substeps per step, and only the last one tells what its impulses did. Make steps as short "
      "as "
      "the substeps are, and the account can be kept.",
      substeps);
  ImGui::PopTextWrapPos();
  if (!ui::button("ledger.one_substep", "Use one substep", "Divides the time step by the number of substeps")) return;
  Parameters parameters = *app.now()->parameters;
  parameters.time_step /= parameters.substeps, parameters.substeps = 1;
  app.simulation.set_parameters(Side::a, parameters);
}

// ---- of some bodies
enum LedgerOf { of_everything, of_selected, of_island };

// what is chosen when the choice or the selection changes: an island is taken as it stands then
std::vector<BodyId> bodies_chosen(const AppContext& app, int of) {
  std::set<int> islands;
  std::vector<BodyId> chosen;
  if (of == of_everything) return chosen;
  for (const BodyView& body : app.now()->bodies)
    if (app.selection.bodies.contains(body.id) && body.island >= 0) islands.insert(body.island);
  for (const BodyView& body : app.now()->bodies)
    if (body.look->motion == Motion::dynamic &&
        (app.selection.bodies.contains(body.id) || (of == of_island && islands.contains(body.island))))
      chosen.push_back(body.id);
  return chosen;
}

int whose_books(AppContext& app) {
  static int of = of_everything, of_before = -1, world = -1;
  static std::set<BodyId> selected;
  static constexpr const char* choices[] = {"Everything", "Selected bodies", "Island of the selected"};
  ImGui::SetNextItemWidth(app.em * 12);
  ImGui::PushID("of");
  const bool open = ImGui::BeginCombo("##of", choices[of]);
  ui::track("ledger.of");
  if (open) {
    for (int i = 0; i < 3; ++i) {
      if (ImGui::Selectable(choices[i], i == of)) of = i;
      ui::track("ledger.of." + std::to_string(i));
    }
    ImGui::EndCombo();
  } else {
    ui::tooltip("Whose energy is accounted for. The books of some bodies begin when you choose them");
  }
  ImGui::PopID();
  if (of != of_before || world != app.frame->world || (of != of_everything && selected != app.selection.bodies))
    app.insight->ledger->choose(bodies_chosen(app, of));
  of_before = of, world = app.frame->world, selected = app.selection.bodies;
  return of;
}

unsigned entry_colour(LedgerEntry entry) {
  static constexpr unsigned colours[] = {0x4C8FD6, 0x9B6BD3, 0x7A8AA0, 0xA58A62, 0x55AA62, 0xC77E4B,
                                         0x35A9A4, 0x8FB04A, 0xE08A2C, 0xD2574A, 0x6F7784, 0xA0567F};
  return rgb(colours[std::size_t(entry)]);
}

void books_of_bodies(AppContext& app, const LedgerAccount& account) {
  if (account.chosen.empty()) return ui::quiet("Nothing is selected: click a body, Ctrl-click more.");
  if (account.of_chosen.size() < 2) return ui::quiet("Their books begin with the next steps.");
  const BodiesLine& now = account.of_chosen.back();
  const float em = app.em, left = std::min(em * 22, 0.4f * ImGui::GetContentRegionAvail().x);
  double most = 1e-12;
  for (const double work : now.work) most = std::max(most, std::abs(work));
  ImGui::BeginChild("of bodies", {left, 0});
  ui::quiet("%zu bod%s, since %.2f s: work on them, by what did it", account.chosen.size(),
            account.chosen.size() == 1 ? "y" : "ies", account.of_chosen.front().time);
  for (const LedgerRow& row : ledger_rows()) {
    const double joules = now.work[std::size_t(row.entry)];
    if (std::abs(joules) < 1e-9 * most) continue;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 0.2f * em}, {at.x + 0.7f * em, at.y + 0.9f * em},
                                              entry_colour(row.entry), 0.15f * em);
    ImGui::Indent(em);
    ui::value_line(row.label, "%s", signed_quantity(joules, "J").c_str());
    ImGui::Unindent(em);
  }
  ImGui::Separator();
  ui::value_line("kinetic energy gained", "%s", signed_quantity(now.kinetic, "J").c_str());
  ImGui::EndChild();
  ui::track("ledger.of_bodies");
  ImGui::SameLine();
  std::vector<double> xs, sum;
  std::vector<plot::Layer> layers;
  for (const LedgerRow& row : ledger_rows()) layers.push_back({row.label, entry_colour(row.entry), {}});
  for (const BodiesLine& line : account.of_chosen) {
    xs.push_back(line.time), sum.push_back(line.kinetic);
    for (std::size_t i = 0; i < layers.size(); ++i)
      layers[i].values.push_back(line.work[std::size_t(ledger_rows()[i].entry)]);
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  plot::draw_stacked("ledger.bodies", room.x - 1, room.y - 2,
                     "J, work on these bodies; the line is their kinetic energy", xs, layers, sum);
}

}  // namespace

void draw_ledger_panel(AppContext& app) {
  if (!app.now() || !app.insight->ledger) return;
  const LedgerAccount account = app.insight->ledger->account();
  if (account.substeps > 1) return needs_one_substep(app, account.substeps);
  if (account.lines.size() < 2) {
    ImGui::TextUnformatted("The account begins with the next step. Press Space to go on.");
    return;
  }
  if (ui::button("ledger.restart", "Start again now", "The account begins anew with the next step"))
    app.insight->ledger->restart();
  ImGui::SameLine();
  if (ui::button("ledger.csv", "Export CSV")) plot::export_text(app, "ledger", csv_of(account));
  ImGui::SameLine();
  const int of = whose_books(app);
  if (of != of_everything) return books_of_bodies(app, account);
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  books(account);
  char since[120];
  std::snprintf(since, sizeof since, "since %.2f s%s%s", account.began,
                account.restarted ? ", where an edit or a jump in time began it anew" : "",
                app.frame->second ? " · of A" : "");
  ui::next_on_line(ImGui::CalcTextSize(since).x);
  ImGui::TextDisabled("%s", since);

  static std::optional<std::size_t> hovered;
  const float left = std::min(app.em * 22, 0.4f * ImGui::GetContentRegionAvail().x);
  ImGui::BeginChild("account", {left, 0});
  account_table(account.lines[std::min(hovered.value_or(account.lines.size() - 1), account.lines.size() - 1)], app.em);
  ImGui::EndChild();
  ImGui::SameLine();
  std::vector<double> xs, sum;
  std::vector<plot::Layer> layers;
  for (const AccountRow& row : account_rows) layers.push_back({row.name, rgb(row.colour), {}});
  for (const LedgerLine& line : account.lines) {
    xs.push_back(line.time), sum.push_back(line.kinetic);
    for (std::size_t i = 0; i < std::size(account_rows); ++i) layers[i].values.push_back(account_rows[i].value(line));
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  hovered = plot::draw_stacked("ledger.stack", room.x - 1, room.y - 2,
                               "J, above zero gained and below lost; the line is kinetic energy", xs, layers, sum);
}

}  // namespace spook
