#include "viewer/plot/export_file.h"

#include <filesystem>
#include <fstream>

#include "viewer/app/recorder.h"
#include "viewer/panels/context.h"

namespace spook::plot {

void export_text(AppContext& app, const std::string& what, const std::string& text) {
  const std::filesystem::path file = fresh_name("-" + what + ".csv");
  const std::filesystem::path beside = file.string() + ".tmp";
  {
    std::ofstream out(beside);
    out << text;
    if (!out) return app.say("cannot write " + file.string());
  }
  std::error_code failed;
  std::filesystem::rename(beside, file, failed);
  app.say((failed ? "cannot write " : "saved ") + file.string());
}

}  // namespace spook::plot
