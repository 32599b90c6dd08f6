// What makes the structured fuzzers quick. They read bytes as choices: what the program compares says nothing
// about which bytes to try next, and telling libFuzzer of every comparison takes a quarter of their time; so
// they are linked with the functions here in place of its own (-Wl,--wrap). Servers and rule sets outlive
// inputs, which looks like leaks, and libFuzzer would search for them each time; leaks are for the tests of
// the hub. Stacks of allocations are short: ASAN_OPTIONS=malloc_context_size=30 shows more of them.
#include <cstdint>

extern "C" {
const char* __asan_default_options() { return "detect_leaks=0:malloc_context_size=1"; }

void __wrap___sanitizer_cov_trace_cmp1(std::uint8_t, std::uint8_t) {}
void __wrap___sanitizer_cov_trace_cmp2(std::uint16_t, std::uint16_t) {}
void __wrap___sanitizer_cov_trace_cmp4(std::uint32_t, std::uint32_t) {}
void __wrap___sanitizer_cov_trace_cmp8(std::uint64_t, std::uint64_t) {}
void __wrap___sanitizer_cov_trace_const_cmp1(std::uint8_t, std::uint8_t) {}
void __wrap___sanitizer_cov_trace_const_cmp2(std::uint16_t, std::uint16_t) {}
void __wrap___sanitizer_cov_trace_const_cmp4(std::uint32_t, std::uint32_t) {}
void __wrap___sanitizer_cov_trace_const_cmp8(std::uint64_t, std::uint64_t) {}
void __wrap___sanitizer_cov_trace_switch(std::uint64_t, std::uint64_t*) {}
}
