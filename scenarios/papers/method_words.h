// Methods' keys as they are read: "moreau-jean, h = 1/64" as "Moreau–Jean, h = 1/64".
#pragma once

#include <string>

namespace spook::papers {

std::string method_in_words(std::string label);

}  // namespace spook::papers
