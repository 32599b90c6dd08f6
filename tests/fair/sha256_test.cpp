// SHA-256 and HMAC: against the standards' own vectors, and against OpenSSL at every length that matters.
#include "fair/sha256.hpp"

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace comodin {
namespace {

std::string hashed(std::string_view text) { return hex(sha256(text)); }

// FIPS 180-4: the examples of NIST.
TEST(Sha256, AgreesWithTheStandard) {
  EXPECT_EQ(hashed(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hashed("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hashed("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hashed("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                   "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(hashed(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// RFC 4231, test cases 1 and 2: a shorter key is the same key with zeros behind it.
TEST(Hmac, AgreesWithTheStandard) {
  Bytes32 key{};
  std::fill_n(key.begin(), 20, std::uint8_t{0x0b});
  EXPECT_EQ(hex(hmac_sha256(key, "Hi There")),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  key = {'J', 'e', 'f', 'e'};
  EXPECT_EQ(hex(hmac_sha256(key, "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

Bytes32 by_openssl(std::string_view text) {
  Bytes32 out;
  EXPECT_EQ(EVP_Digest(text.data(), text.size(), out.data(), nullptr, EVP_sha256(), nullptr), 1);
  return out;
}

Bytes32 hmac_by_openssl(const Bytes32& key, std::string_view text) {
  Bytes32 out;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), out.data(), nullptr);
  return out;
}

// Every length up to five blocks, with bytes of all values.
TEST(Sha256, AgreesWithOpenSsl) {
  std::string text;
  Bytes32 key = sha256("a key");
  for (int length = 0; length <= 320; ++length) {
    ASSERT_EQ(sha256(text), by_openssl(text)) << length;
    ASSERT_EQ(hmac_sha256(key, text), hmac_by_openssl(key, text)) << length;
    key = sha256(key);
    text += static_cast<char>(key[0]);
  }
}

}  // namespace
}  // namespace comodin
