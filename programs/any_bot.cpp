#include "programs/any_bot.hpp"

#include <filesystem>
#include <fstream>

#include "bots/ladder.hpp"
#include "programs/process.hpp"
#include "words/fault.hpp"

namespace comodin {

namespace {

constexpr std::string_view kExec = "exec:";

bool add_file(const std::string& path, Key& out) {
  std::ifstream file(path, std::ios::binary);
  std::string piece(1u << 16, 0);
  while (file) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    for (const char c : std::string_view(piece).substr(0, static_cast<std::size_t>(file.gcount())))
      out = mix(out + static_cast<unsigned char>(c) + 1);
  }
  return file.eof();
}

}  // namespace

bool is_program(std::string_view spec) { return spec.starts_with(kExec); }

bool bot_fingerprint(std::string_view spec, std::uint64_t& out, std::string& why) {
  out = learnt_fingerprint(spec);
  if (!is_program(spec)) return true;
  std::vector<std::string> files = split_command(spec.substr(kExec.size()));
  if (!files.empty()) files[0] = find_program(files[0]);
  for (const std::string& file : files) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(file, none)) continue;  // an argument of another kind
    out = split(out, 1);
    if (add_file(file, out)) continue;
    why = file + ": cannot be read, so nobody can tell whether all parts play against the same program";
    return false;
  }
  return true;
}

std::unique_ptr<Bot> make_any_bot(std::string_view spec, const ExecSettings& settings, std::string& why) {
  if (!is_program(spec)) {
    Fault unknown;
    auto bot = make_bot(spec, unknown);
    if (!bot) why = english(unknown) + "; or exec: and the command of a program";
    return bot;
  }
  const std::vector<std::string> command = split_command(spec.substr(kExec.size()));
  if (command.empty()) {
    why = "exec: needs the command of a program";
    return nullptr;
  }
  if (find_program(command[0]).empty()) {
    why = "cannot run the bot " + command[0];
    return nullptr;
  }
  return std::make_unique<ExecBot>(std::make_unique<Process>(command, settings.log), settings);
}

}  // namespace comodin
