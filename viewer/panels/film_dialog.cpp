#include "viewer/panels/film_dialog.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <filesystem>
#include <utility>

#include "viewer/interact/keys.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/widgets.h"

namespace spook {
namespace {

void progress(AppContext& app, FilmDialog& dialog) {
  ImGui::TextUnformatted(dialog.target.c_str());
  ImGui::ProgressBar(float(dialog.share), {-1, 0});
  ui::track("film.progress");
  ui::quiet("Made by a world of its own: go on here meanwhile.");
  if (ui::button("film.cancel", "Cancel", "Nothing of it is kept.")) dialog.cancel();
  ImGui::SameLine();
  if (ui::button("film.hide", "Hide", "It goes on, and says when it is done.") || app.pressed(key_enter))
    dialog.open = false;
}

void choices(FilmDialog& dialog) {
  if (std::exchange(dialog.just_opened, false)) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  ImGui::InputText("##name", &dialog.name, ImGuiInputTextFlags_AutoSelectAll);
  ui::track("film.name");
  ui::quiet("in %s, from the present moment on", std::filesystem::current_path().c_str());
  ImGui::SliderFloat("seconds", &dialog.seconds, 1.0f, 60.0f, "%.0f");
  ui::track("film.seconds");
  const auto name_of = [](void*, int i, const char** text) { return *text = film_sizes[i].name, true; };
  ImGui::Combo("size", &dialog.size, name_of, nullptr, int(std::size(film_sizes)));
  ui::track("film.size");
  ImGui::Checkbox("Blur what moves (four times the work)", &dialog.blur);
  ui::track("film.blur");
  ImGui::Spacing();
  const bool film = ui::button("film.start", "Save film",
                               "A picture every 1/60 s of simulated time, at high quality. MP4 where ffmpeg is "
                               "installed, else a folder of PNGs.");
  ImGui::SameLine();
  const bool animation = ui::button("film.gltf", "Save 3D animation (.glb)",
                                    "Bodies, materials and motion for Blender, web viewers and others.");
  ImGui::SameLine();
  if (ui::button("film.close", "Close")) dialog.open = false;
  if (!film && !animation) return;
  dialog.as_film = film;
  dialog.start(dialog);
}

}  // namespace

void draw_film_dialog(AppContext& app, FilmDialog& dialog) {
  if (!dialog.open) return;
  begin_dialog(app, "Film or 3D animation", 36);
  dialog.busy ? progress(app, dialog) : choices(dialog);
  ImGui::End();
}

}  // namespace spook
