// ensure: what must hold, whatever came in. If it does not, the program stops at once, so a wrong index never
// reads or writes elsewhere. It is for our own mistakes; a wrong move or text is refused in words.
#pragma once

namespace comodin {

// Cheap enough for every build.
[[gnu::always_inline]] inline constexpr void ensure(bool holds) {
  if (!holds) [[unlikely]]
    __builtin_trap();
}

#ifdef COMODIN_CHECKS
inline constexpr bool kChecks = true;
#else
inline constexpr bool kChecks = false;
#endif

// Too costly for players' builds: checked only where CMake's COMODIN_CHECKS is on.
template <class Ask>
[[gnu::always_inline]] inline constexpr void ensure_slowly(Ask ask) {
  if constexpr (kChecks) ensure(ask());
}

}  // namespace comodin
