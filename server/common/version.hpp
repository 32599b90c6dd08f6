// The version of what clients and the server say to each other: docs/PROTOCOL.md, Versions.
#pragma once

namespace comodin::server {

inline constexpr int kMessagesVersion = 2;

}  // namespace comodin::server
