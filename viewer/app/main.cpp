#include <cstdio>
#include <exception>

#include "viewer/app/application.h"
#include "viewer/app/options.h"
#include "viewer/app/pictures.h"

int main(int argc, char** argv) {
  const spook::Parsed parsed = spook::parse_options(argc, argv);
  if (parsed.exit_code) return *parsed.exit_code;
  try {
    if (!parsed.options.pictures.empty()) return spook::write_pictures(parsed.options);
    spook::Application(parsed.options).run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "spook-sandbox: %s\n", error.what());
    return 2;
  }
  return 0;
}
