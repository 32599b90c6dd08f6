// Both ends of the protocol in one process, and a bot that notices everything.
#pragma once

#include <memory>
#include <string>

#include "programs/bot_session.hpp"
#include "programs/channel.hpp"
#include "programs/exec_bot.hpp"

namespace comodin::battery {

// A bot whose moves follow from all that it can know: the view, a world imagined from it, the memory, the
// choices, every event. If anything is lost in a pipe, it soon plays differently.
std::unique_ptr<Bot> make_nosy();

// A channel to a BotSession of the same process.
class Loop : public Channel {
 public:
  using Make = std::unique_ptr<Bot> (*)();
  explicit Loop(Make make) : make_(make) {}

  bool start(std::string&) override;
  void send(std::string_view lines) override;
  Got receive(std::string& line, int ms) override;
  void stop() override { session_.reset(); }

 private:
  Make make_;
  std::unique_ptr<BotSession> session_;
  std::string replies_;
};

// A channel that keeps all bytes that cross it, and answers with the first move or as instructed.
class Tape : public Channel {
 public:
  explicit Tape(std::string& sent) : sent_(sent) {}

  bool start(std::string&) override { return true; }
  void send(std::string_view lines) override { sent_ += lines; }
  Got receive(std::string& line, int ms) override;
  void stop() override {}

 private:
  std::string& sent_;
  bool greeted_ = false;
};

}  // namespace comodin::battery
