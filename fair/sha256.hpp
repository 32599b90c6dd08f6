// SHA-256 and HMAC over it (FIPS 180-4, RFC 2104), without a library: the page proves deals too, and
// WebAssembly has none.
#pragma once

#include <string_view>

#include "fair/bytes.hpp"

namespace comodin {

Bytes32 sha256(std::string_view bytes);
Bytes32 sha256(const Bytes32& bytes);
Bytes32 hmac_sha256(const Bytes32& key, std::string_view message);

}  // namespace comodin
