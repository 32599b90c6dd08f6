# Writes the network file IN as a C++ array to OUT.
file(READ ${IN} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
file(WRITE ${OUT} "#include \"bots/net_blob.hpp\"
namespace comodin {
namespace {
constexpr char kBytes[] = {${bytes}};
}  // namespace
const std::string_view kNetBlob(kBytes, sizeof kBytes);
}  // namespace comodin
")
