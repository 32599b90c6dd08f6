// Makes a bot from its name on the command line: one of the ladder, or an external program.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "programs/exec_bot.hpp"

namespace comodin {

// "aprendiz", or "exec:./mybot.py --fast": `exec:` and a command, split at spaces, with no quoting and no
// shell. Null, and `why` in words, if there is no such bot or program.
std::unique_ptr<Bot> make_any_bot(std::string_view spec, const ExecSettings& settings, std::string& why);

// Is it an external program?
bool is_program(std::string_view spec);

// Of what a bot plays by besides the program's version: what it has learnt; of an external program, its file
// and those that its arguments name. False, and why, if one cannot be read.
bool bot_fingerprint(std::string_view spec, std::uint64_t& out, std::string& why);

}  // namespace comodin
