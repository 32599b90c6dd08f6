#include "server/net/address.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "notation/number.hpp"

namespace comodin::server {

namespace {

constexpr std::array<unsigned char, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

std::string print(int family, const void* bytes) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  return inet_ntop(family, bytes, text.data(), text.size()) ? text.data() : "";
}

// An address as bytes, and how many of its bits are meant.
struct Network {
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  int size = 0;  // in bytes; 0: it is no address
  int bits = 0;

  explicit Network(const std::string& text) {
    const std::size_t slash = text.find('/');
    const std::string address = text.substr(0, slash);
    if (inet_pton(AF_INET, address.c_str(), bytes.data()) == 1) size = sizeof(in_addr);
    else if (inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1) size = sizeof(in6_addr);
    bits = 8 * size;
    if (slash != text.npos && !read_number(std::string_view(text).substr(slash + 1), bits, 0, 8 * size))
      size = 0;
  }
  bool bit(int k) const { return bytes[static_cast<std::size_t>(k) / 8] >> (7 - k % 8) & 1; }
  bool holds(const Network& other) const {
    if (size == 0 || size != other.size) return false;
    for (int k = 0; k < bits; ++k)
      if (bit(k) != other.bit(k)) return false;
    return true;
  }
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool is_port(std::string_view text) {
  return text.starts_with(':') && text.size() >= 2 && text.size() <= 6 &&
         text.find_first_not_of("0123456789", 1) == text.npos;
}

// The address in an entry: 1.2.3.4, 1.2.3.4:567, 2001:db8::1, [2001:db8::1], [2001:db8::1]:567, in quotes or
// not. Empty: it is written in some other way.
std::string_view host_of(std::string_view entry) {
  if (entry.size() >= 2 && entry.front() == '"' && entry.back() == '"')
    entry = trimmed(entry.substr(1, entry.size() - 2));
  if (entry.starts_with('[')) {
    const std::size_t end = entry.find(']');
    if (end == entry.npos) return {};
    const std::string_view rest = entry.substr(end + 1);
    const std::string_view host = entry.substr(1, end - 1);
    return host.find(':') != host.npos && (rest.empty() || is_port(rest)) ? host : std::string_view();
  }
  const std::size_t colon = entry.find(':');
  const bool port = colon != entry.npos && colon == entry.rfind(':') && is_port(entry.substr(colon));
  return port ? entry.substr(0, colon) : entry;
}

}  // namespace

std::string plain_address(std::string_view text) {
  const std::string whole(text);
  if (whole.find('\0') != whole.npos) return "";
  in_addr four{};
  if (inet_pton(AF_INET, whole.c_str(), &four) == 1) return print(AF_INET, &four);
  in6_addr six{};
  if (inet_pton(AF_INET6, whole.c_str(), &six) != 1) return "";
  if (std::memcmp(&six, kMapped.data(), kMapped.size()) == 0)
    return print(AF_INET, reinterpret_cast<const char*>(&six) + kMapped.size());
  return print(AF_INET6, &six);
}

std::string plain_network(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::string address = plain_address(text.substr(0, slash));
  if (slash == text.npos || address.empty()) return address;
  const std::string whole = address + std::string(text.substr(slash));
  return Network(whole).size ? whole : "";
}

bool in_networks(const std::string& address, const std::vector<std::string>& networks) {
  if (networks.empty()) return false;
  const Network one(address);
  return std::ranges::any_of(networks,
                             [&](const std::string& network) { return Network(network).holds(one); });
}

std::string counted_as(const std::string& address) {
  in6_addr six{};
  if (inet_pton(AF_INET6, address.c_str(), &six) != 1) return address;
  std::memset(reinterpret_cast<char*>(&six) + 8, 0, 8);
  return print(AF_INET6, &six) + "/64";
}

ClientAddress client_address(const std::string& peer, std::string_view forwarded_for,
                             const std::vector<std::string>& proxies) {
  ClientAddress client{peer};
  while (in_networks(client.address, proxies) && !forwarded_for.empty()) {
    const std::size_t comma = forwarded_for.rfind(',');
    const std::size_t from = comma == std::string_view::npos ? 0 : comma + 1;
    const std::string_view entry = trimmed(forwarded_for.substr(from));
    forwarded_for = forwarded_for.substr(0, from == 0 ? 0 : comma);
    if (entry.empty()) continue;
    const std::string address = plain_address(host_of(entry));
    if (address.empty()) return {peer, false};
    client.address = address;
  }
  client.understood = !in_networks(client.address, proxies);
  return client;
}

}  // namespace comodin::server
