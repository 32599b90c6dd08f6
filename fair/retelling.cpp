#include "fair/retelling.hpp"

namespace comodin {

void Retelling::on(const Event& event) {
  if (steps_.size() < kStepsMax) events_.push_back(event);
}

void Retelling::dealt(const FairGame& game) {
  if (!now_) {
    rules_ = game.shared_rules();
    now_.emplace(*rules_);
  }
  deals_.push_back({steps_.size(), *now_});
  keep(game);
}

void Retelling::moved(const FairGame& game) { keep(game); }

void Retelling::keep(const FairGame& game) {
  if (steps_.size() == kStepsMax) {
    whole_ = false;
    return;
  }
  for (std::size_t i = first_event(steps_.size()); i < events_.size(); ++i) now_->on(events_[i]);
  steps_.push_back({deals_.size() - 1, events_.size(), game.state()});
}

std::size_t Retelling::steps_of(std::size_t hand) const {
  const std::size_t end = hand + 1 < deals_.size() ? deals_[hand + 1].step : steps_.size();
  return end - deals_[hand].step;
}

std::vector<Event> Retelling::events_of(std::size_t step, Seat viewer) const {
  std::vector<Event> out;
  for (std::size_t i = first_event(step); i < steps_[step].events; ++i)
    out.push_back(mask(events_[i], viewer));
  return out;
}

View Retelling::view_at(std::size_t step, Seat viewer) const {
  const Deal& deal = deals_[steps_[step].hand];
  Knowledge known = deal.before;
  for (std::size_t i = first_event(deal.step); i < steps_[step].events; ++i) known.on(events_[i]);
  return view(steps_[step].after, known, viewer);
}

}  // namespace comodin
