// spook-lab run --help-parameters: every parameter and threshold, made from the tables the code itself goes by.
#include <sstream>

#include "engine/parameters.h"
#include "engine/scene/numbers.h"
#include "engine/solve/direct_options.h"
#include "engine/step/options.h"
#include "scenarios/lab.h"

namespace spook::lab {
namespace {

std::string choices(const ParameterInfo& info) {
  std::string list;
  for (const std::string_view name : info.names) list += (list.empty() ? "" : " ") + std::string(name);
  return list;
}

std::string range(const ParameterInfo& info) {
  if (info.type == ParameterType::boolean) return "true false";
  if (info.type == ParameterType::choice) return choices(info);
  return format_number(info.minimum) + " … " + format_number(info.maximum);
}

// a table that reads as text and as Markdown
class Table {
 public:
  Table(std::ostream& out, const char* title, const std::vector<std::string>& columns) : out_(out) {
    out_ << "## " << title << "\n\n";
    row(columns);
    for (std::size_t i = 0; i < columns.size(); ++i) out_ << "| --- ";
    out_ << "|\n";
  }
  ~Table() { out_ << '\n'; }
  void row(const std::vector<std::string>& cells) {
    for (const std::string& cell : cells) out_ << "| " << cell << (cell.empty() ? "" : " ");
    out_ << "|\n";
  }

 private:
  std::ostream& out_;
};

}  // namespace

std::string parameter_tables() {
  std::ostringstream out;
  {
    Table table(out, "Parameters (--set, scene files, sliders)", {"key", "default", "unit", "range", "what it does"});
    for (const ParameterInfo& info : parameter_table())
      table.row({std::string(info.name), get_parameter({}, info.name), std::string(info.unit), range(info),
                 std::string(info.help)});
  }
  {
    Table table(out, "Thresholds of the step (engine/step/options.h)",
                {"option", "value", "unit", "tried", "what it decides"});
    for (const StepOptionInfo& info : step_option_table())
      table.row({std::string(info.name), format_number(info.value), std::string(info.unit), std::string(info.tried),
                 std::string(info.decides)});
  }
  Table table(out, "Thresholds of a direct solve (engine/solve/direct_options.h)",
              {"option", "value", "unit", "serves", "what it decides"});
  for (const DirectOptionInfo& info : direct_option_table())
    table.row({std::string(info.name), format_number(info.value), std::string(info.unit), std::string(info.serves),
               std::string(info.decides)});
  return out.str();
}

}  // namespace spook::lab
