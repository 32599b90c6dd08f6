#include "server/net/frames.hpp"

#include <algorithm>

namespace comodin::server {

namespace {

constexpr std::uint8_t kFin = 0x80, kMask = 0x80;
constexpr std::uint8_t kContinued = 0, kText = 1, kBinary = 2, kControl = 8, kPing = 9;
constexpr std::size_t kReasonMax = 123, kMaskBytes = 4;

}  // namespace

std::size_t FrameCounter::header_size() const {
  if (have_ < 2) return 2;
  const int length = header_[1] & 0x7F;
  return std::size_t{2} + (length == 126 ? 2 : length == 127 ? 8 : 0) + (header_[1] & kMask ? 4 : 0);
}

FrameCheck FrameCounter::frame(Millis now, const FrameLimits& limits) {
  ++frames_;
  payload_ = header_[1] & 0x7F;
  if (payload_ >= 126) {
    const std::size_t digits = payload_ == 126 ? 2 : 8;
    payload_ = 0;
    for (std::size_t k = 0; k < digits; ++k) payload_ = payload_ << 8 | header_[2 + k];
  }
  if (!frame_bucket_.take(now, limits.frames)) return FrameCheck::TooManyFrames;
  const int kind = header_[0] & 0x0F;
  if (kind == kBinary) return FrameCheck::NotText;
  if (kind >= kControl) return FrameCheck::Fine;
  fragments_ = kind == kContinued ? fragments_ + 1 : 1;
  if (fragments_ > limits.fragments) return FrameCheck::TooManyFragments;
  if (header_[0] & kFin) fragments_ = 0;
  return FrameCheck::Fine;
}

FrameCheck FrameCounter::feed(std::span<const std::uint8_t> bytes, Millis now, const FrameLimits& limits) {
  if (!byte_bucket_.take(now, limits.bytes, static_cast<std::int64_t>(bytes.size())))
    return FrameCheck::TooManyBytes;
  while (!bytes.empty()) {
    const auto skipped = static_cast<std::size_t>(std::min<std::uint64_t>(payload_, bytes.size()));
    payload_ -= skipped;
    bytes = bytes.subspan(skipped);
    while (!bytes.empty() && have_ < header_size()) {
      header_[have_++] = bytes.front();
      bytes = bytes.subspan(1);
    }
    if (have_ < 2 || have_ < header_size()) continue;
    have_ = 0;
    if (const FrameCheck check = frame(now, limits); check != FrameCheck::Fine) return check;
  }
  return FrameCheck::Fine;
}

std::size_t write_text_header(std::size_t size, bool masked, std::span<char, kFrameHeaderMax> out) {
  const std::size_t digits = size < 126 ? 0 : size <= 0xFFFF ? 2 : 8;
  const std::size_t length = digits == 0 ? size : digits == 2 ? 126 : 127;
  out[0] = static_cast<char>(kFin | kText);
  out[1] = static_cast<char>((masked ? kMask : 0) | length);
  for (std::size_t k = 0; k < digits; ++k) out[2 + k] = static_cast<char>(size >> 8 * (digits - 1 - k));
  const std::size_t end = 2 + digits + (masked ? kMaskBytes : 0);
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(2 + digits),
            out.begin() + static_cast<std::ptrdiff_t>(end), '\0');
  return end;
}

std::string ping_frame(bool masked) {
  std::string out;
  out += static_cast<char>(kFin | kPing);
  out += static_cast<char>(masked ? kMask : 0);
  return out.append(masked ? kMaskBytes : 0, '\0');
}

std::string close_frame(std::uint16_t code, std::string_view why, bool masked) {
  why = why.substr(0, kReasonMax);
  std::string out;
  out += static_cast<char>(kFin | kControl);
  out += static_cast<char>((masked ? kMask : 0) | (why.size() + 2));
  out.append(masked ? kMaskBytes : 0, '\0');
  out += static_cast<char>(code >> 8);
  out += static_cast<char>(code & 0xFF);
  out += why;
  return out;
}

Closing closing_of(FrameCheck check) {
  switch (check) {
    case FrameCheck::TooManyFrames: return {1008, "too many frames"};
    case FrameCheck::TooManyBytes: return {1008, "too many bytes"};
    case FrameCheck::TooManyFragments: return {1008, "too many fragments"};
    case FrameCheck::NotText: return {1003, "text only"};
    case FrameCheck::Fine: break;
  }
  return {1000, ""};
}

}  // namespace comodin::server
