// Markdown, CSV and PNG of one experiment; each file appears whole or not at all.
#include <sstream>
#include <stdexcept>

#include "engine/scene/files.h"
#include "scenarios/papers/experiment.h"
#include "scenarios/papers/plot_png.h"

namespace spook::papers {

namespace {

namespace fs = std::filesystem;

std::string_view word(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "**MISS**";
    case Verdict::shown:
      return "shown";
    case Verdict::explained:
      return "miss";
  }
  return "";
}

std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.replace(at, 1, "\\|");
  return text;
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  quoted.push_back('"');
  return quoted;
}

std::string csv(const std::vector<std::string>& columns, const std::vector<std::vector<std::string>>& rows) {
  std::string text;
  const auto line = [&](const std::vector<std::string>& cells) {
    for (std::size_t k = 0; k < cells.size(); ++k) text.append(k ? 1 : 0, ',').append(csv_cell(cells[k]));
    text.push_back('\n');
  };
  line(columns);
  for (const auto& row : rows) line(row);
  return text;
}

void markdown_table(std::ostream& out, const std::vector<std::string>& columns,
                    const std::vector<std::vector<std::string>>& rows) {
  out << "|";
  for (const auto& column : columns) out << " " << cell(column) << " |";
  out << "\n|";
  for (std::size_t k = 0; k < columns.size(); ++k) out << " --- |";
  out << "\n";
  for (const auto& row : rows) {
    out << "|";
    for (const auto& text : row) out << " " << cell(text) << " |";
    out << "\n";
  }
  out << "\n";
}

// every point of a figure, one row a point
std::string figure_csv(const Figure& figure) {
  std::vector<std::vector<std::string>> rows;
  char x[32], y[32];
  for (const Panel& panel : figure.panels)
    for (const Series& series : panel.series)
      for (std::size_t k = 0; k < series.x.size(); ++k) {
        std::snprintf(x, sizeof x, "%.10g", series.x[k]);
        std::snprintf(y, sizeof y, "%.10g", series.y[k]);
        rows.push_back({panel.title, series.label, x, y});
      }
  return csv({"panel", "series", "x", "y"}, rows);
}

constexpr std::size_t longest_table_shown = 60;

// files of several experiments lie in one folder: each carries its experiment's name
std::string file_name(const Experiment& experiment, const std::string& name) {
  return name.starts_with(experiment.name) ? name : experiment.name + "_" + name;
}

}  // namespace

std::string write_report(const Experiment& experiment, const Report& report, const fs::path& folder) {
  fs::create_directories(folder);
  std::ostringstream out;
  out << "## " << experiment.name << "\n\n" << experiment.what << " (" << experiment.paper << ")\n\n";
  for (const std::string& remark : report.remarks) out << remark << "\n\n";

  if (!report.rows.empty()) {
    std::vector<std::vector<std::string>> rows, plain;
    for (const Row& row : report.rows) {
      rows.push_back(
          {row.quantity, row.yardstick.kind(), row.yardstick.value, row.ours, row.bar, std::string(word(row.verdict)),
           row.verdict == Verdict::explained ? std::string(papers::word(row.cause)) : std::string(), row.note});
      plain.push_back(rows.back());
      if (row.verdict == Verdict::fail) plain.back()[5] = "miss";
    }
    const std::vector<std::string> columns{"quantity", "held against", "its value",  "ours",
                                           "bar",      "verdict",      "because of", "note"};
    markdown_table(out, columns, rows);
    write_file(folder / (experiment.name + ".csv"), csv(columns, plain));
  }
  for (const Table& table : report.tables) {
    const std::string file = file_name(experiment, table.name) + ".csv";
    out << "**" << table.caption << "** ([" << file << "](" << file << "))\n\n";
    if (table.rows.size() <= longest_table_shown) markdown_table(out, table.columns, table.rows);
    write_file(folder / file, csv(table.columns, table.rows));
  }
  for (const Figure& figure : report.figures) {
    const std::string file = file_name(experiment, figure.name);
    write_png(figure, folder / (file + ".png"));
    write_file(folder / (file + "_points.csv"), figure_csv(figure));
    out << "![" << figure.title << "](" << file << ".png)\n\n";
    if (!figure.caption.empty()) out << "*" << figure.caption << "*\n\n";
  }
  write_file(folder / (experiment.name + ".md"), out.str());
  return out.str();
}

}  // namespace spook::papers
