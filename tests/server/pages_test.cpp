// The files of the page: under which names, and how they are sent.
#include "server/net/pages.hpp"

#include <gtest/gtest.h>

namespace comodin::server {
namespace {

constexpr WebFile kFiles[] = {
    {"index.html", "aa", "<html>", "packed html"}, {"assets/engine-1.wasm", "bb", "wasm", "packed wasm"},
    {"assets/font-2.woff2", "cc", "font", ""},     {"sw.js", "dd", "worker", ""},
    {"manifest.webmanifest", "ee", "{}", ""},      {"icon.svg", "ff", "<svg/>", ""},
};

class PagesTest : public testing::Test {
 protected:
  HttpReply get(std::string_view path, std::string_view encodings = "", std::string_view has = "") const {
    return respond({"GET", path, 1, false, encodings, has}, sources);
  }
  std::string header(const HttpReply& answer, std::string_view name) const {
    for (const auto& [key, value] : headers_of(answer))
      if (key == name) return value;
    return "";
  }
  Sources sources{pages_of(kFiles), {}};
};

TEST_F(PagesTest, HaveTheirTypes) {
  const std::pair<const char*, const char*> types[] = {
      {"/", "text/html; charset=utf-8"},
      {"/assets/engine-1.wasm", "application/wasm"},
      {"/assets/font-2.woff2", "font/woff2"},
      {"/sw.js", "text/javascript; charset=utf-8"},
      {"/manifest.webmanifest", "application/manifest+json"},
      {"/icon.svg", "image/svg+xml"},
  };
  for (const auto& [path, type] : types) EXPECT_EQ(header(get(path), "Content-Type"), type) << path;
  EXPECT_EQ(get("/index.html").status, 404);
  EXPECT_EQ(get("/assets/").status, 404);
}

TEST_F(PagesTest, WhoIsLostIsToldSoKindly) {
  const WebFile files[] = {{"index.html", "aa", "<html>", ""}, {"404.html", "bb", "<html>lost", "packed"}};
  sources.pages = pages_of(files);
  for (const auto* path : {"/nothing", "/room/ABCDEF", "/assets/old.js"}) {
    const HttpReply answer = get(path, "gzip");
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_EQ(*answer.body, "<html>lost") << path;
    EXPECT_EQ(header(answer, "Content-Type"), "text/html; charset=utf-8") << path;
    EXPECT_EQ(header(answer, "Content-Encoding"), "") << path;
    EXPECT_EQ(header(answer, "Cache-Control"), "no-store") << path;
  }
  EXPECT_EQ(*get("/api/games/none").body, "no such game\n");
  EXPECT_EQ(*get("/api/nothing").body, "nothing here\n");
}

TEST_F(PagesTest, ArePackedForThoseWhoTakeIt) {
  for (const auto* wish : {"gzip", "deflate, gzip;q=1.0, *;q=0.5", "br,gzip", "br , gzip ; q=0.1"}) {
    const HttpReply answer = get("/", wish);
    EXPECT_EQ(*answer.body, "packed html") << wish;
    EXPECT_EQ(header(answer, "Content-Encoding"), "gzip") << wish;
  }
  for (const auto* wish : {"", "identity", "br", "gzip;q=0", "gzip;q=0.000", "xgzip", "gzip2"}) {
    const HttpReply answer = get("/", wish);
    EXPECT_EQ(*answer.body, "<html>") << wish;
    EXPECT_EQ(header(answer, "Content-Encoding"), "") << wish;
    EXPECT_EQ(header(answer, "Vary"), "Accept-Encoding") << wish;
  }
  const HttpReply font = get("/assets/font-2.woff2", "gzip");
  EXPECT_EQ(*font.body, "font");
  EXPECT_EQ(header(font, "Content-Encoding"), "");
}

TEST_F(PagesTest, AreKeptForeverIfTheirNameSaysWhatTheyAre) {
  EXPECT_EQ(header(get("/assets/engine-1.wasm"), "Cache-Control"), "public, max-age=31536000, immutable");
  for (const auto* path : {"/", "/sw.js", "/manifest.webmanifest", "/icon.svg"})
    EXPECT_EQ(header(get(path), "Cache-Control"), "no-cache") << path;
  EXPECT_EQ(header(get("/nothing"), "Cache-Control"), "no-store");
}

TEST_F(PagesTest, AreNotSentTwice) {
  EXPECT_EQ(header(get("/"), "ETag"), "\"aa\"");
  EXPECT_EQ(header(get("/", "gzip"), "ETag"), "\"aa-gz\"");
  for (const auto* has : {"\"aa\"", "W/\"aa\"", "\"x\", \"aa\"", "*"}) {
    const HttpReply answer = get("/", "", has);
    EXPECT_EQ(answer.status, 304) << has;
    EXPECT_TRUE(answer.body->empty()) << has;
    EXPECT_EQ(header(answer, "ETag"), "\"aa\"") << has;
    EXPECT_EQ(header(answer, "Content-Type"), "") << has;
  }
  for (const auto* has : {"", "\"a\"", "aa", "\"aa-gz\""}) EXPECT_EQ(get("/", "", has).status, 200) << has;
  EXPECT_EQ(get("/", "gzip", "\"aa-gz\"").status, 304);
}

// However many clients ask for it, a file is in memory once.
TEST_F(PagesTest, AnswersShareTheTable) {
  EXPECT_EQ(get("/").body->data(), get("/").body->data());
  EXPECT_EQ(get("/", "gzip").body->data(), sources.pages.at("/").gzip.data());
}

TEST(Pages, SayHowToGetOneIfThereIsNone) {
  const Sources none{pages_of({}), {}};
  const HttpReply answer = respond({"GET", "/", 1, false}, none);
  EXPECT_EQ(answer.status, 200);
  EXPECT_NE(answer.body->find("./play"), std::string::npos);
}

}  // namespace
}  // namespace comodin::server
