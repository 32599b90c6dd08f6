// What was built; made by tools/commit.cmake, with the version of CMakeLists.txt.
#pragma once

namespace comodin {

extern const char* const kVersion;
extern const char* const kCommit;     // empty: not known
extern const char* const kCommitDay;  // "2026-11-18"; empty: not known

}  // namespace comodin
