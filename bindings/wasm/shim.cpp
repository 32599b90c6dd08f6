// Stands in for everything that the libraries would ask of a host, so that the module has no imports.
// Whatever cannot be done here traps, and the page is told that the engine is dead.
#include <chrono>
#include <cstddef>
#include <cstdint>

extern "C" {
std::uintptr_t __stack_chk_guard = 0x5EED;
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }
void* __cxa_allocate_exception(std::size_t) noexcept { __builtin_trap(); }
[[noreturn]] void __cxa_pure_virtual() { __builtin_trap(); }
[[noreturn]] void __cxa_throw(void*, void*, void (*)(void*)) { __builtin_trap(); }
}

_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
// There is no clock. Only a bot that is told to think by the clock asks for it, and none is.
namespace chrono {
steady_clock::time_point steady_clock::now() noexcept { return {}; }
}  // namespace chrono
_LIBCPP_END_NAMESPACE_STD
