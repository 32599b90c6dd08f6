// Asking a running node, through the store, to hand its rooms over and end.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace comodin::server {

// Waits until the node has gone, and says meanwhile how many rooms it still has. `name`: empty if only one
// node runs. False, and why; `still` may end it by saying false.
bool drain_node(const std::string& url, const std::string& name,
                const std::function<bool(std::int64_t)>& still, std::string& why);

}  // namespace comodin::server
