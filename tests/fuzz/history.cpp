#include "tests/fuzz/history.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "tests/fuzz/common.hpp"

namespace comodin::fuzz {
namespace {

constexpr std::string_view kMark = "history\n";
constexpr std::size_t kMost = 1u << 20;
constexpr std::size_t kInputMost = 4096;  // libFuzzer's, as run.sh sets it

// The file in memory: what is written there outlives the process, however it ends. Null: none is asked for.
char* file() {
  static char* const memory = []() -> char* {
    const char* name = std::getenv("COMODIN_FUZZ_HISTORY");
    if (!name) return nullptr;
    const int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0644);
    LAW(fd >= 0 && ftruncate(fd, kMost) == 0);
    void* const out = mmap(nullptr, kMost, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    LAW(out != MAP_FAILED);
    close(fd);
    return static_cast<char*>(out);
  }();
  return memory;
}

}  // namespace

void History::add(std::string_view input) {
  input = input.substr(0, kInputMost);
  if (text_.empty()) text_ = kMark;
  const std::size_t length = input.size() + 1;  // 0 is the end
  text_ += static_cast<char>(length >> 8);
  text_ += static_cast<char>(length);
  text_ += input;
  if (char* const out = file()) {
    LAW(text_.size() + 2 <= kMost);
    std::memcpy(out, text_.data(), text_.size());
    std::memset(out + text_.size(), 0, 2);
  }
}

std::vector<std::string_view> History::read(std::string_view text) {
  std::vector<std::string_view> out;
  if (!text.starts_with(kMark)) return out;
  text.remove_prefix(kMark.size());
  while (text.size() >= 2) {
    const auto high = static_cast<unsigned char>(text[0]), low = static_cast<unsigned char>(text[1]);
    const std::size_t length = static_cast<std::size_t>(high << 8 | low);
    text.remove_prefix(2);
    if (length == 0 || length - 1 > text.size()) break;
    out.push_back(text.substr(0, length - 1));
    text.remove_prefix(length - 1);
  }
  return out;
}

}  // namespace comodin::fuzz
