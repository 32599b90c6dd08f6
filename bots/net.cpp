#include "bots/net.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

#include "bots/net_blob.hpp"

namespace comodin {
namespace {

constexpr std::string_view kMagic = "comodin net 1\n";

// Numbers are written lowest byte first, whatever the machine.
class ByteWriter {
 public:
  std::string text{kMagic};
  void byte(int value) { text.push_back(static_cast<char>(value)); }
  void put(std::int8_t value) { byte(value); }
  void put(std::int16_t value) {
    byte(value & 0xFF);
    byte(value >> 8 & 0xFF);
  }
  void put(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    for (int shift = 0; shift < 32; shift += 8) byte(static_cast<int>(bits >> shift & 0xFF));
  }
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view text) : text_(text) {}
  std::uint32_t byte() { return at_ < text_.size() ? static_cast<unsigned char>(text_[at_++]) : 0; }
  void get(std::int8_t& value) { value = static_cast<std::int8_t>(byte()); }
  void get(std::int16_t& value) {
    const std::uint32_t low = byte();
    value = static_cast<std::int16_t>(low | byte() << 8);
  }
  void get(float& value) {
    std::uint32_t bits = 0;
    for (int shift = 0; shift < 32; shift += 8) bits |= byte() << shift;
    value = std::bit_cast<float>(bits);
  }

 private:
  std::string_view text_;
  std::size_t at_ = kMagic.size();
};

// Every number of the net in its order in the file.
template <class Net, class F>
void each_number(Net& net, F f) {
  const auto bytes = [&](auto& rows) {
    for (auto& row : rows)
      for (auto& x : row) {
        auto narrow = static_cast<std::int8_t>(x);
        f(narrow);
        if constexpr (!std::is_const_v<Net>) x = narrow;
      }
  };
  bytes(net.first);
  for (auto& x : net.first_bias) f(x);
  bytes(net.second);
  for (auto& x : net.second_unit) f(x);
  for (auto& x : net.second_bias) f(x);
  for (auto& row : net.third)
    for (auto& x : row) f(x);
  for (auto& x : net.third_bias) f(x);
}

}  // namespace

std::string Net::write() const {
  ByteWriter writer;
  each_number(*this, [&](auto x) { writer.put(x); });
  return std::move(writer.text);
}

std::string Net::read(std::string_view blob) {
  if (blob.substr(0, kMagic.size()) != kMagic) return "this is not a network of this program";
  if (blob.size() != write().size()) return "the network has another size than this program's";
  ByteReader reader(blob);
  each_number(*this, [&](auto& x) { reader.get(x); });
  return {};
}

namespace {

// Eight numbers added at once: every compiler we use recognises this and turns it into what the machine has.
using Eight [[gnu::vector_size(16)]] = std::int16_t;
constexpr std::size_t kLanes = 8, kColumn = 8;  // eight of those stay in registers

Eight load(const std::int16_t* from) {
  Eight out;
  std::memcpy(&out, from, sizeof out);
  return out;
}

}  // namespace

Outlook Net::judge(std::span<const Feature> facts) const {
  alignas(64) std::array<std::int16_t, kHidden> sum;
  for (std::size_t at = 0; at < kHidden; at += kLanes * kColumn) {
    Eight column[kColumn];
    for (std::size_t v = 0; v < kColumn; ++v) column[v] = load(&first_bias[at + kLanes * v]);
    for (const Feature fact : facts)
      for (std::size_t v = 0; v < kColumn; ++v) column[v] += load(&first[fact][at + kLanes * v]);
    for (std::size_t v = 0; v < kColumn; ++v) {
      column[v] = column[v] > 0 ? column[v] : Eight{};
      std::memcpy(&sum[at + kLanes * v], &column[v], sizeof column[v]);
    }
  }
  Outlook out{third_bias[0], third_bias[1]};
  for (std::size_t i = 0; i < kSecond; ++i) {
    std::int32_t total = 0;
    for (std::size_t j = 0; j < kHidden; ++j) total += sum[j] * second[i][j];
    const float x = std::max(0.0f, static_cast<float>(total) * second_unit[i] + second_bias[i]);
    out.points += x * third[0][i];
    out.win += x * third[1][i];
  }
  out.points *= kPointsUnit;
  return out;
}

const Net& shipped_net() {
  static const Net net = [] {
    Net read;
    if (!read.read(kNetBlob).empty()) std::abort();  // the build embedded something else
    return read;
  }();
  return net;
}

}  // namespace comodin
