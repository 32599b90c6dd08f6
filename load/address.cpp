#include "load/address.hpp"

#include <algorithm>

#include "notation/number.hpp"

namespace comodin {

bool read_address(std::string_view text, LoadAddress& out) {
  if (!text.starts_with("ws://")) return false;
  text.remove_prefix(5);
  const std::size_t slash = std::min(text.find('/'), text.size());
  out.path = slash < text.size() ? std::string(text.substr(slash)) : "/";
  const std::string where(text.substr(0, slash));
  const std::size_t colon = where.rfind(':');
  out.host = where.substr(0, colon);
  out.port = 80;
  return !out.host.empty() &&
         (colon == std::string::npos || read_number(where.substr(colon + 1), out.port, 1, 65535));
}

bool follow_address(const LoadAddress& from, std::string_view to, LoadAddress& out) {
  if (to.starts_with("//")) return read_address("ws:" + std::string(to), out);
  if (!to.starts_with('/')) return read_address(to, out);
  out = from;
  out.path = to;
  return true;
}

std::string address_text(const LoadAddress& address) {
  return "ws://" + address.host + ":" + std::to_string(address.port) + address.path;
}

}  // namespace comodin
