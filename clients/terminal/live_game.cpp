#include "clients/terminal/live_game.hpp"

#include <chrono>

namespace comodin {
namespace {

constexpr Millis kLookAgain = 8;  // while bots think

}  // namespace

std::unique_ptr<LiveGame> LiveGame::live(std::unique_ptr<SoloGame> game) {
  return game ? std::unique_ptr<LiveGame>(new LiveGame(std::move(game))) : nullptr;
}

std::unique_ptr<LiveGame> LiveGame::begin(const Plan& plan, TextError& why) {
  return live(SoloGame::begin(plan, why));
}

std::unique_ptr<LiveGame> LiveGame::resume(Library& library, const std::string& text, TextError& why) {
  return live(SoloGame::resume(library, text, why));
}

bool LiveGame::deal() {
  forget_thought();
  return game_->deal() == Refusal::None;
}

Refusal LiveGame::make(const Move& move) {
  if (const Refusal refusal = check(move); refusal != Refusal::None) return refusal;
  forget_thought();
  return game_->make(move);
}

// The table is about to change: nobody may think about it meanwhile.
void LiveGame::forget_thought() {
  if (thinking_.valid()) thinking_.get();
  next_.reset();
  due_ = 0;
}

bool LiveGame::poll(Millis now, Speed speed) {
  if (!running()) {
    due_ = kNever;
    return false;
  }
  if (!next_ && !thinking_.valid()) {
    asked_at_ = now;
    if (speed == Speed::Instant) next_ = game_->next();
    else thinking_ = std::async(std::launch::async, [this] { return game_->next(); });
  }
  if (thinking_.valid()) {
    if (thinking_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
      due_ = now + kLookAgain;
      return false;
    }
    next_ = thinking_.get();
  }
  if (!*next_) {
    due_ = kNever;
    return false;
  }
  due_ = asked_at_ + at_speed((*next_)->after_ms, speed);
  if (now < due_) return false;
  forget_thought();
  return game_->go();
}

}  // namespace comodin
