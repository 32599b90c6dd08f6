// BotSession: the bot's side of the protocol. One of our bots sits behind it and is asked as at a table of
// its own: the pipe keeps nothing from it that it may know.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bots/bot.hpp"
#include "notation/protocol.hpp"

namespace comodin {

class BotSession {
 public:
  // `seed` is used for all games instead of what the table says.
  BotSession(std::unique_ptr<Bot> bot, std::string name, std::optional<Key> seed = {})
      : bot_(std::move(bot)), name_(std::move(name)), seed_(seed) {}

  // Hears one line from the table. `reply` is what to say: whole lines, or nothing. False: the session is
  // over, because of `quit` or an invalid line (error() says why).
  bool hear(std::string_view line, std::string& reply);

  const std::string& error() const { return error_; }

 private:
  enum class Block { None, Game, View };  // what the lines that come belong to

  bool fail(const TextError& wrong, std::string_view line);
  bool begin();
  bool event(std::string_view line);
  bool ask(std::string_view line, std::string& reply);
  bool choose(const BotQuestion& ask, BotReply& reply);

  std::unique_ptr<Bot> bot_;
  std::string name_, error_;
  std::optional<Key> seed_;
  std::uint64_t games_ = 0;
  Block block_ = Block::None;
  std::string lines_;  // of the block
  std::unique_ptr<Seating> seating_;
  std::unique_ptr<Memory> memory_;
  MoveList moves_;
};

}  // namespace comodin
