#include "server/net/door.hpp"

#include <algorithm>

#include "server/net/address.hpp"
#include "server/net/page_origin.hpp"

namespace comodin::server {

namespace {

constexpr int kRetrySeconds = 10;

}  // namespace

Guest::Guest(Door& door, const std::string& peer)
    : door_(door),
      address_(plain_address(peer)),
      client_(address_),
      counted_(counted_as(address_)),
      by_proxy_(door.is_proxy(address_)) {
  ++door_.traffic_.sockets;
}

Guest::~Guest() {
  --door_.traffic_.sockets;
  release();
}

bool Guest::hold() {
  if (holds_) return true;
  int& count = door_.per_address_[counted_];
  if (count >= door_.settings_.connections_per_address) return false;
  ++count;
  holds_ = true;
  return true;
}

void Guest::release() {
  if (!holds_) return;
  holds_ = false;
  const auto it = door_.per_address_.find(counted_);
  if (--it->second == 0) door_.per_address_.erase(it);
}

void Guest::set_address(const std::string& address) {
  release();
  client_ = address;
  counted_ = counted_as(address);
}

Door::Door(const DoorSettings& settings, Traffic& traffic)
    : settings_(settings),
      traffic_(traffic),
      handshakes_(settings.handshakes),
      requests_(settings.requests) {}

bool Door::check(DoorSettings& settings, std::string& why) {
  for (const std::string& origin : settings.origins)
    if (!is_origin(origin)) {
      why = "not an origin, like https://play.example: " + origin;
      return false;
    }
  for (std::string& proxy : settings.proxies) {
    const std::string plain = plain_network(proxy);
    if (plain.empty()) {
      why = "not an address or a network: " + proxy;
      return false;
    }
    proxy = plain;
  }
  return true;
}

bool Door::is_proxy(const std::string& address) const { return in_networks(address, settings_.proxies); }

HttpReply Door::refused(int status, std::string_view reason, std::string text) {
  ++traffic_.refusals[reason];
  HttpReply answer = plain(status, std::move(text));
  if (status == 429 || status == 503) answer.retry_after = kRetrySeconds;
  return answer;
}

HttpReply Door::admit(Guest& guest) {
  if (traffic_.sockets > static_cast<std::uint64_t>(settings_.connections))
    return refused(503, "full", "the server is full\n");
  if (!guest.by_proxy_ && !guest.hold()) return refused(429, "address", "too many connections\n");
  return plain(200, "");
}

HttpReply Door::request(Guest& guest, std::string_view forwarded_for, bool by_node, Millis now) {
  const std::string named = by_node ? plain_address(forwarded_for) : "";
  if (!named.empty()) {
    guest.set_address(named);
  } else if (guest.by_proxy_) {
    const ClientAddress client = client_address(guest.address_, forwarded_for, settings_.proxies);
    guest.set_address(client.address);
    traffic_.unnamed += client.understood ? 0 : 1;
  }
  if (!requests_.take(now, guest.counted_)) return refused(429, "requests", "too many requests\n");
  return plain(200, "");
}

HttpReply Door::upgrade(Guest& guest, const std::vector<std::string_view>& origins, std::string_view host,
                        Millis now) {
  const std::string_view origin = origins.empty() ? std::string_view() : origins[0];
  const bool empty = !origins.empty() && origin.empty();  // no browser sends that
  if (origins.size() > 1 || empty || !origin_allowed(origin, host, settings_.origins))
    return refused(403, "origin", "this page may not connect here\n");
  if (shut_) return refused(503, "stopping", "the server is going away\n");
  if (!handshakes_.take(now, guest.counted_)) return refused(429, "handshakes", "too many handshakes\n");
  if (!guest.hold()) return refused(429, "address", "too many connections\n");
  return plain(101, "");
}

}  // namespace comodin::server
