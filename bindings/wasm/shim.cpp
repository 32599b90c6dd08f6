// What the libraries would ask of a host: nothing is left of it, so that the module has no imports. Whatever
// cannot be done here traps, and the page is told that the engine is dead.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

extern "C" {
std::uintptr_t __stack_chk_guard = 0x5EED;
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }
void* __cxa_allocate_exception(std::size_t) noexcept { __builtin_trap(); }
[[noreturn]] void __cxa_pure_virtual() { __builtin_trap(); }
[[noreturn]] void __cxa_throw(void*, void*, void (*)(void*)) { __builtin_trap(); }
}

void* operator new(std::size_t size) {
  void* const out = std::malloc(size ? size : 1);
  if (!out) __builtin_trap();
  return out;
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size ? size : 1); }
void* operator new(std::size_t size, std::align_val_t align) {
  void* const out = std::aligned_alloc(static_cast<std::size_t>(align), size);
  if (!out) __builtin_trap();
  return out;
}
void operator delete(void* at) noexcept { std::free(at); }
void operator delete[](void* at) noexcept { std::free(at); }
void operator delete(void* at, std::align_val_t) noexcept { std::free(at); }
void operator delete(void* at, std::size_t, std::align_val_t) noexcept { std::free(at); }
void operator delete(void* at, std::size_t) noexcept { std::free(at); }
void operator delete[](void* at, std::size_t) noexcept { std::free(at); }

_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
// There is no clock. Only a bot that is told to think by the clock asks for it, and none is.
namespace chrono {
steady_clock::time_point steady_clock::now() noexcept { return {}; }
}  // namespace chrono
_LIBCPP_END_NAMESPACE_STD
