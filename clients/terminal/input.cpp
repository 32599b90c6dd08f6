#include "clients/terminal/input.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "clients/terminal/cells.hpp"

namespace comodin {
namespace {

constexpr std::string_view kPasteEnd = "\x1b[201~";

Stroke named_by_letter(char letter) {
  switch (letter) {
    case 'A': return Stroke::Up;
    case 'B': return Stroke::Down;
    case 'C': return Stroke::Right;
    case 'D': return Stroke::Left;
    case 'H': return Stroke::Home;
    case 'F': return Stroke::End;
    case 'Z': return Stroke::BackTab;
    case 'P': return Stroke::Help;
    case 'M': return Stroke::Enter;
    default: return Stroke::None;
  }
}

Stroke named_by_number(int number) {
  switch (number) {
    case 1:
    case 7: return Stroke::Home;
    case 3: return Stroke::Delete;
    case 4:
    case 8: return Stroke::End;
    case 5: return Stroke::PageUp;
    case 6: return Stroke::PageDown;
    case 11: return Stroke::Help;
    default: return Stroke::None;
  }
}

Stroke control_key(unsigned char byte) {
  switch (byte) {
    case 0x03: return Stroke::Quit;
    case 0x08:
    case 0x7F: return Stroke::Backspace;
    case 0x09: return Stroke::Tab;
    case 0x0A:
    case 0x0D: return Stroke::Enter;
    case 0x0C: return Stroke::Redraw;
    case 0x1A: return Stroke::Suspend;
    default: return Stroke::None;
  }
}

int number_at(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

void InputParser::feed(std::string_view bytes, std::vector<Input>& out) {
  pending_ += bytes;
  while (!pending_.empty()) {
    const std::size_t used = step(out, false);
    if (used == 0) return;
    pending_.erase(0, used);
  }
}

void InputParser::flush(std::vector<Input>& out) {
  while (waiting()) pending_.erase(0, std::max<std::size_t>(step(out, true), 1));
}

// One key from the front of what is pending; how many bytes it took, 0 if it is not complete.
std::size_t InputParser::step(std::vector<Input>& out, bool last) {
  if (pasting_) {
    const std::size_t end = pending_.find(kPasteEnd);
    const bool done = end != std::string::npos;
    // Bytes that could be the beginning of the end mark stay for the next time.
    const std::size_t take = done ? end : pending_.size() - std::min(pending_.size(), kPasteEnd.size() - 1);
    paste_.append(pending_, 0, std::min(take, kPasteMax - std::min(paste_.size(), kPasteMax)));
    if (!done) return take;
    out.push_back({.key = Stroke::Paste, .text = std::move(paste_)});
    paste_.clear();
    pasting_ = false;
    return end + kPasteEnd.size();
  }
  const unsigned char first = static_cast<unsigned char>(pending_[0]);
  if (first == 0x1B) return escape(out, last);
  if (first < 0x20 || first == 0x7F) {
    if (const Stroke key = control_key(first); key != Stroke::None) out.push_back({.key = key});
    return 1;
  }
  const std::size_t length = first < 0xC2 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (pending_.size() < length && !last) return 0;
  std::string_view rest = pending_;
  const char32_t character = next_char(rest);
  if (character != 0xFFFD) out.push_back({.key = Stroke::Char, .character = character});
  return pending_.size() - rest.size();
}

std::size_t InputParser::escape(std::vector<Input>& out, bool last) {
  if (pending_.size() == 1) {
    if (last) out.push_back({.key = Stroke::Escape});
    return last ? 1 : 0;
  }
  if (pending_[1] == '[') return control(out, last);
  if (pending_[1] == 'O') {  // arrows and F1 of the application mode
    if (pending_.size() < 3) return last ? 2 : 0;
    if (const Stroke key = named_by_letter(pending_[2]); key != Stroke::None) out.push_back({.key = key});
    return 3;
  }
  out.push_back({.key = Stroke::Escape});  // escape, then something else
  return 1;
}

// ESC [ parameters, intermediate bytes, a final one.
std::size_t InputParser::control(std::vector<Input>& out, bool last) {
  std::size_t end = 2;
  while (end < pending_.size() && pending_[end] >= 0x20 && pending_[end] < 0x40) ++end;
  if (end == pending_.size() && !last && end < kSequenceMax) return 0;
  if (end == pending_.size()) return end;  // cut off, or too long to be one
  const char final = pending_[end];
  const std::string_view parameters = std::string_view(pending_).substr(2, end - 2);
  if (final < 0x40 || final == 0x7F) return end;  // not a sequence: what comes next is read on its own
  if (parameters.starts_with('<')) {
    mouse(std::string_view(pending_).substr(3, end - 2), out);
  } else if (final == 'M' && parameters.empty()) {  // the old mouse report: three bytes more
    return std::min(end + 4, pending_.size());
  } else if (final == '~') {
    const int number = number_at(parameters);
    if (number == 200) pasting_ = true;
    else if (const Stroke key = named_by_number(number); key != Stroke::None) out.push_back({.key = key});
  } else if (const Stroke key = named_by_letter(final); key != Stroke::None && final != 'M') {
    out.push_back({.key = key});
  }
  return end + 1;
}

// button;column;row and M (pressed) or m (let go), columns and rows from 1.
void InputParser::mouse(std::string_view sequence, std::vector<Input>& out) {
  std::array<int, 3> value{};
  std::string_view rest = sequence;
  for (int& one : value) {
    one = number_at(rest);
    rest.remove_prefix(std::min(rest.find_first_of(";Mm") + 1, rest.size()));
  }
  if (sequence.empty() || sequence.back() != 'M' || value[1] < 1 || value[2] < 1) return;
  const Stroke key = value[0] == 0    ? Stroke::Click
                     : value[0] == 64 ? Stroke::WheelUp
                     : value[0] == 65 ? Stroke::WheelDown
                                      : Stroke::None;
  if (key != Stroke::None) out.push_back({.key = key, .x = value[1] - 1, .y = value[2] - 1});
}

}  // namespace comodin
