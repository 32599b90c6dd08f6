// Aurora's network as it was shipped: the bytes of bots/aurora.net (tools/embed_net.cmake).
#pragma once

#include <string_view>

namespace comodin {

extern const std::string_view kNetBlob;

}  // namespace comodin
