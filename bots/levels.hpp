// How each level of the ladder is made; ladder.cpp gathers them.
#pragma once

#include <memory>

#include "bots/bot.hpp"
#include "bots/contadora.hpp"
#include "bots/net.hpp"
#include "bots/scorer.hpp"

namespace comodin {

std::unique_ptr<Bot> make_novato();
std::unique_ptr<Bot> make_aprendiz();
std::unique_ptr<Bot> make_casual();
std::unique_ptr<Bot> make_veterana();
std::unique_ptr<Bot> make_veterana(const Weights& weights);  // with weights of one's own (the tuner)
std::unique_ptr<Bot> make_contadora(const SearchLimits& limits);
std::unique_ptr<Bot> make_aurora();
std::unique_ptr<Bot> make_aurora(const Net& net);  // with another network (the trainer)

}  // namespace comodin
