// SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104) without a library, because the page proves deals too and
// there is no such library in WebAssembly.
#pragma once

#include <string_view>

#include "fair/bytes.hpp"

namespace comodin {

Bytes32 sha256(std::string_view bytes);
Bytes32 sha256(const Bytes32& bytes);
Bytes32 hmac_sha256(const Bytes32& key, std::string_view message);

}  // namespace comodin
