// How each level of the ladder is made; ladder.cpp gathers them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bots/bot.hpp"

namespace comodin {

std::unique_ptr<Bot> make_novato();
std::unique_ptr<Bot> make_aprendiz();

}  // namespace comodin
