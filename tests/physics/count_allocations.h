// How often this test program has asked for memory; counted in operator new.
#pragma once

namespace spook {
long allocations();
}
