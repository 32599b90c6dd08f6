# clang 19 to WebAssembly, with Debian's wasi-libc and libc++. The module needs nothing from its host (shim.cpp).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
# Features that browsers have had since the spring of 2023.
set(CMAKE_CXX_FLAGS_INIT "-msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint")
string(APPEND CMAKE_CXX_FLAGS_INIT " -fno-exceptions -fno-rtti -fno-threadsafe-statics -fno-c++-static-destructors")
