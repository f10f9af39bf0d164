// How often this test program has asked for memory; counted in operator new. Sanitizers bring their own operators, and
// some of the library's are not to be mixed with ours: under them nothing is counted.
#pragma once

namespace spook {
bool allocations_counted();
long allocations();
}  // namespace spook
