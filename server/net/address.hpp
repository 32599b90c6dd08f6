// Addresses: whom a connection's limits count for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace comodin::server {

// The address in its one usual spelling: "::ffff:10.0.0.1" is "10.0.0.1". Empty: not an address.
std::string plain_address(std::string_view text);

// Networks of addresses, like 10.1.0.0/16 and 2001:db8::/32; a single address is one, too. The plain
// spelling; empty: it is none. `in_networks` wants everything plain.
std::string plain_network(std::string_view text);
bool in_networks(const std::string& address, const std::vector<std::string>& networks);

// What limits are counted by: an IPv4 address, or the first 64 bits of an IPv6 one ("2001:db8::/64"), since a
// single line can use as many of the latter as it likes. `address` is plain.
std::string counted_as(const std::string& address);

// Who is at the other end. Only our own proxies are believed: behind one, it is the rightmost entry of
// X-Forwarded-For (of all its lines, joined by commas) that is not a proxy itself. `proxies` are plain
// networks. An entry may have a port, brackets and quotes; one that is not an address ends the search, and
// the proxy counts.
struct ClientAddress {
  std::string address;
  bool understood = true;  // false: a proxy sent something other than addresses, or nothing
};
ClientAddress client_address(const std::string& peer, std::string_view forwarded_for,
                             const std::vector<std::string>& proxies);

}  // namespace comodin::server
