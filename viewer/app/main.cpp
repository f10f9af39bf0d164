#include <cstdio>
#include <exception>

#include "engine/scene/files.h"
#include "viewer/app/application.h"
#include "viewer/app/film.h"
#include "viewer/app/options.h"
#include "viewer/app/pictures.h"

namespace {

int run(const spook::Parsed& parsed) {
  if (parsed.exit_code) return *parsed.exit_code;
  if (!parsed.options.film.empty()) return spook::write_film(parsed.options), 0;
  if (!parsed.options.pictures.empty()) return spook::write_pictures(parsed.options), 0;
  return spook::Application(parsed.options).run();
}

int complain(const std::exception& error, int code) {
  std::fprintf(stderr, "spook-sandbox: %s\n", error.what());
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int code = run(spook::parse_options(argc, argv));
    if (std::fflush(stdout) != 0 || std::ferror(stdout)) throw spook::WriteError("cannot write to standard output");
    return code;
  } catch (const spook::WriteError& error) {
    return complain(error, 1);
  } catch (const std::exception& error) {
    return complain(error, 2);
  }
}
