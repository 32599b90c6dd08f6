// Frames: what WebSocket messages are wrapped in (RFC 6455). Beast hides empty frames, fragments and pings
// from its caller, and answers them without end; so they are counted as the bytes come in, before Beast sees
// them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "server/common/buckets.hpp"

namespace comodin::server {

struct FrameLimits {
  Rate frames{120, 20};  // of one connection, control and empty frames too
  Rate bytes{64 * 1024, 8 * 1024};
  int fragments = 16;  // of one message
};

enum class FrameCheck : std::uint8_t { Fine, TooManyFrames, TooManyBytes, TooManyFragments, NotText };

class FrameCounter {
 public:
  // Takes the next bytes from the client. Once the result is not Fine, the connection must be closed.
  FrameCheck feed(std::span<const std::uint8_t> bytes, Millis now, const FrameLimits& limits);
  std::uint64_t frames() const { return frames_; }

 private:
  std::size_t header_size() const;
  FrameCheck frame(Millis now, const FrameLimits& limits);

  Bucket frame_bucket_, byte_bucket_;
  std::uint64_t payload_ = 0;  // of the current frame, still to come
  std::uint64_t frames_ = 0;
  std::array<std::uint8_t, 14> header_{};
  std::uint8_t have_ = 0;  // bytes of the header
  int fragments_ = 0;
};

// Writes what a text of so many bytes is preceded by, and returns how long that is. Clients must mask what
// they send; our mask is all zeros, which changes nothing: it need not be secret between programs of ours.
constexpr std::size_t kFrameHeaderMax = 14;
std::size_t write_text_header(std::size_t size, bool masked, std::span<char, kFrameHeaderMax> out);

std::string ping_frame(bool masked);
// A close frame with its code and a reason of at most 123 bytes. Clients must mask what they send.
std::string close_frame(std::uint16_t code, std::string_view why, bool masked);

// What a connection is closed with after a check that was not Fine, and why.
struct Closing {
  std::uint16_t code;
  std::string_view why;
};
Closing closing_of(FrameCheck check);

}  // namespace comodin::server
