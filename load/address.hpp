// Where a server listens.
#pragma once

#include <string>
#include <string_view>

namespace comodin {

struct LoadAddress {
  std::string host = "127.0.0.1";
  int port = 8080;
  std::string path = "/ws";

  bool operator==(const LoadAddress&) const = default;
};

// "ws://host:port/path". False: it is not such an address.
bool read_address(std::string_view text, LoadAddress& out);

// What a reference means to whoever has dialled `from`: an address, or a path there. False: it is neither.
bool follow_address(const LoadAddress& from, std::string_view to, LoadAddress& out);

std::string address_text(const LoadAddress& address);

}  // namespace comodin
