// The heap: blocks of powers of two, each size with a list of free ones. The C library's own allocator is
// five times the code. Nothing is ever given back: the instance ends with its worker.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t kPage = 65536, kGrow = 16, kAlign = 64, kSmallest = 5;

struct Free {
  Free* next;
};
Free* lists[32];
std::uintptr_t at = 0, end = 0;  // memory from which no block has been cut yet

extern "C" unsigned char __heap_base;

std::uintptr_t cut(std::size_t size) {
  if (at == 0) {
    at = reinterpret_cast<std::uintptr_t>(&__heap_base);
    end = __builtin_wasm_memory_size(0) * kPage;
  }
  const std::size_t align = size < kAlign ? size : kAlign;
  const std::uintptr_t block = (at + align - 1) & ~(align - 1);
  if (size > SIZE_MAX / 2 || block + size < block) __builtin_trap();
  if (block + size > end) {
    const std::size_t needed = (block + size - end + kPage - 1) / kPage;
    const std::size_t pages = needed < kGrow ? kGrow : needed;
    if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) __builtin_trap();  // there is no more memory
    end += pages * kPage;
  }
  at = block + size;
  return block;
}

// The byte before what the caller gets says which list the block belongs to; nothing lies before that.
void* take(std::size_t size, std::size_t align) {
  const std::size_t front = align < 16 ? 16 : align;
  if (align > kAlign || size > SIZE_MAX / 4) __builtin_trap();
  const std::size_t list =
      std::max<std::size_t>(kSmallest, static_cast<std::size_t>(std::bit_width(size + front - 1)));
  std::uintptr_t block = reinterpret_cast<std::uintptr_t>(lists[list]);
  if (block) lists[list] = lists[list]->next;
  else block = cut(std::size_t{1} << list);
  auto* const out = reinterpret_cast<unsigned char*>(block + front);
  out[-1] = static_cast<unsigned char>(list);
  out[-2] = static_cast<unsigned char>(front);
  return out;
}

void give_back(void* given) {
  if (!given) return;
  auto* const out = static_cast<unsigned char*>(given);
  const std::size_t list = out[-1];
  auto* const block = reinterpret_cast<Free*>(out - out[-2]);
  block->next = lists[list];
  lists[list] = block;
}

}  // namespace

void* operator new(std::size_t size) { return take(size, 16); }
void* operator new[](std::size_t size) { return take(size, 16); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return take(size, 16); }
void* operator new(std::size_t size, std::align_val_t align) {
  return take(size, static_cast<std::size_t>(align));
}
void operator delete(void* given) noexcept { give_back(given); }
void operator delete[](void* given) noexcept { give_back(given); }
void operator delete(void* given, const std::nothrow_t&) noexcept { give_back(given); }
void operator delete(void* given, std::size_t) noexcept { give_back(given); }
void operator delete[](void* given, std::size_t) noexcept { give_back(given); }
void operator delete(void* given, std::align_val_t) noexcept { give_back(given); }
void operator delete(void* given, std::size_t, std::align_val_t) noexcept { give_back(given); }
