#include "viewer/plot/export_file.h"

#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>

#include "engine/scene/files.h"
#include "viewer/app/picture_file.h"
#include "viewer/app/recorder.h"
#include "viewer/panels/context.h"

namespace spook::plot {
namespace {

void save(AppContext& app, const std::filesystem::path& file, const std::function<void()>& write) {
  try {
    write();
    app.say("Saved " + file.string());
  } catch (const std::exception& error) {
    app.say(error.what());
  }
}

}  // namespace

std::string to_csv(const std::string& x_name, const std::vector<Series>& series) {
  std::map<double, std::vector<std::optional<double>>> rows;
  std::string text = x_name;
  for (std::size_t i = 0; i < series.size(); ++i) {
    text += "," + series[i].name;
    for (const Point& p : series[i].points) {
      auto& row = rows[p.x];
      row.resize(series.size());
      row[i] = p.y;
    }
  }
  text += "\n";
  char number[40];
  for (const auto& [x, row] : rows) {
    std::snprintf(number, sizeof number, "%.17g", x);
    text += number;
    for (const auto& y : row) {
      text += ",";
      if (y) std::snprintf(number, sizeof number, "%.17g", *y), text += number;
    }
    text += "\n";
  }
  return text;
}

void export_text(AppContext& app, const std::string& what, const std::string& text) {
  const std::filesystem::path file = fresh_name("-" + what + ".csv");
  save(app, file, [&] { write_file(file, text); });
}

void export_figure(AppContext& app, const std::string& what, int width, int height,
                   const std::function<void(ImDrawList*)>& paint) {
  ImDrawList list(ImGui::GetDrawListSharedData());
  list._ResetForNewFrame();
  list.PushTextureID(ImGui::GetIO().Fonts->TexID);
  list.PushClipRect({0, 0}, {float(width), float(height)});
  paint(&list);
  ImDrawList* lists[] = {&list};
  ImDrawData data;
  data.Valid = true;
  data.CmdLists = lists, data.CmdListsCount = 1;
  data.TotalVtxCount = list.VtxBuffer.Size, data.TotalIdxCount = list.IdxBuffer.Size;
  data.DisplayPos = {0, 0}, data.DisplaySize = {float(width), float(height)}, data.FramebufferScale = {1, 1};
  const ImVec4 paper = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
  const Image image = app.renderer.draw_on_page(width, height, {paper.x, paper.y, paper.z},
                                                [&] { ImGui_ImplOpenGL3_RenderDrawData(&data); });
  const std::filesystem::path file = fresh_name("-" + what + ".png");
  save(app, file, [&] { write_png(image, file); });
}

}  // namespace spook::plot
