#include "server/address.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace comodin::server {

namespace {

constexpr std::array<unsigned char, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

std::string print(int family, const void* bytes) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  return inet_ntop(family, bytes, text.data(), text.size()) ? text.data() : "";
}

bool is_proxy(const std::string& address, const std::vector<std::string>& proxies) {
  return std::find(proxies.begin(), proxies.end(), address) != proxies.end();
}

}  // namespace

std::string plain_address(std::string_view text) {
  const std::string whole(text);
  in_addr four{};
  if (inet_pton(AF_INET, whole.c_str(), &four) == 1) return print(AF_INET, &four);
  in6_addr six{};
  if (inet_pton(AF_INET6, whole.c_str(), &six) != 1) return "";
  if (std::memcmp(&six, kMapped.data(), kMapped.size()) == 0)
    return print(AF_INET, reinterpret_cast<const char*>(&six) + kMapped.size());
  return print(AF_INET6, &six);
}

std::string counted_as(const std::string& address) {
  in6_addr six{};
  if (inet_pton(AF_INET6, address.c_str(), &six) != 1) return address;
  std::memset(reinterpret_cast<char*>(&six) + 8, 0, 8);
  return print(AF_INET6, &six) + "/64";
}

std::string client_address(const std::string& peer, std::string_view forwarded_for,
                           const std::vector<std::string>& proxies) {
  std::string client = peer;
  while (is_proxy(client, proxies) && !forwarded_for.empty()) {
    const std::size_t comma = forwarded_for.rfind(',');
    std::string_view entry =
        comma == std::string_view::npos ? forwarded_for : forwarded_for.substr(comma + 1);
    forwarded_for = comma == std::string_view::npos ? std::string_view() : forwarded_for.substr(0, comma);
    while (entry.starts_with(' ')) entry.remove_prefix(1);
    while (entry.ends_with(' ')) entry.remove_suffix(1);
    const std::string address = plain_address(entry);
    if (address.empty()) break;
    client = address;
  }
  return client;
}

}  // namespace comodin::server
