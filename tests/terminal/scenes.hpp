// Tables to look at: positions with many players, many cards, powers, marks and debts.
#pragma once

#include <memory>

#include "clients/terminal/scene.hpp"
#include "notation/library.hpp"

namespace comodin {

Library& test_library();

// A scene with what it refers to.
struct Staged {
  std::shared_ptr<const RuleSet> rules;
  std::unique_ptr<Words> words;
  Scene scene;
};

// Seat 0 holds `cards` cards and is asked for one; the others hold some, one of them a single one, uncalled.
Staged stage(const std::string& edition, int seats, int cards, Language language);

}  // namespace comodin
