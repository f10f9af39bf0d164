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
  if (ui::button("film.cancel", "Cancel", "Nothing of it is kept")) dialog.cancel();
  ImGui::SameLine();
  if (ui::button("film.hide", "Hide", "It goes on, and says when it is done.") || app.pressed(key_enter))
    dialog.open = false;
}

void choices(FilmDialog& dialog) {
  const char* names[std::size(film_sizes)];
  for (std::size_t i = 0; i < std::size(film_sizes); ++i) names[i] = film_sizes[i].name;
  ui::quiet("From the present moment on, into %s", std::filesystem::current_path().c_str());
  ui::label_line("File", "Its ending is added");
  if (std::exchange(dialog.just_opened, false)) ImGui::SetKeyboardFocusHere();
  ImGui::InputText("##name", &dialog.name, ImGuiInputTextFlags_AutoSelectAll);
  ui::track("film.name");
  double seconds = dialog.seconds;
  ui::slider("film.seconds", "Length", seconds, {1, 60, 10, false, "%.0f"}, "s", "Of the scene's time");
  dialog.seconds = float(seconds);
  ui::choice("film.size", "Size", dialog.size, names, int(std::size(film_sizes)), "Of each picture, in pixels");
  ui::toggle("film.blur", "Blur what moves", dialog.blur,
             "Four pictures in one, as a camera's shutter: four times the work");
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
