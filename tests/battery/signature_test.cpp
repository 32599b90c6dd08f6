// The signature is the same in every build, and it is this one. An intended change of the rules changes it
// here, in the commit that says why.
#include "table/signature.hpp"

#include <gtest/gtest.h>

#include "editions/editions.hpp"

namespace comodin {
namespace {

constexpr std::string_view kSignature = "369e3c4b854a4df1";

TEST(Signature, IsTheOneWrittenDown) {
  Library library = standard_library();
  EXPECT_EQ(signature_text(signature_of_all(library)), kSignature);
}

}  // namespace
}  // namespace comodin
