#include "clients/terminal/editor.hpp"

#include "clients/terminal/theme.hpp"

namespace comodin {

using namespace theme;

void Editor::insert(char32_t character) {
  if (character < 0x20 || text_.size() + 4 > kBytesMax) return;
  std::string bytes;
  append_utf8(bytes, character);
  text_.insert(at_, bytes);
  at_ += bytes.size();
}

void Editor::left() {
  while (at_ > 0) {
    --at_;
    if ((static_cast<unsigned char>(text_[at_]) & 0xC0) != 0x80) return;
  }
}

void Editor::right() {
  if (at_ == text_.size()) return;
  std::string_view rest = std::string_view(text_).substr(at_);
  next_char(rest);
  at_ = text_.size() - rest.size();
}

bool Editor::on(const Input& input) {
  switch (input.key) {
    case Stroke::Char: insert(input.character); return true;
    case Stroke::Paste: {
      std::string_view rest = input.text;
      while (!rest.empty()) {
        const char32_t c = next_char(rest);
        insert(c == U'\n' || c == U'\r' || c == U'\t' ? U' ' : c);
      }
      return true;
    }
    case Stroke::Left: left(); return true;
    case Stroke::Right: right(); return true;
    case Stroke::Home: at_ = 0; return true;
    case Stroke::End: at_ = text_.size(); return true;
    case Stroke::Backspace: {
      const std::size_t end = at_;
      left();
      text_.erase(at_, end - at_);
      return true;
    }
    case Stroke::Delete: {
      const std::size_t begin = at_;
      right();
      text_.erase(begin, at_ - begin);
      at_ = begin;
      return true;
    }
    default: return false;
  }
}

void Editor::draw(Grid& out, const Rect& area, int fault) const {
  const Style plain{kText, kFeltLight};
  out.fill(area, U' ', plain);
  std::string_view rest = text_;
  int x = 0, y = 0, index = 1;
  const auto style_of = [&](std::size_t byte, int character) {
    if (byte == at_) return kCursor;
    return fault > 0 && character >= fault ? Style{kAlarm, kFeltLight, kBold | kUnderline} : plain;
  };
  const int lines = static_cast<int>(text_.size()) / std::max(area.w, 1) + 1;
  const int skip = std::max(0, lines - area.h);  // the end is where the player is writing
  for (; !rest.empty(); ++index) {
    const std::size_t byte = text_.size() - rest.size();
    const char32_t c = next_char(rest);
    if (x >= area.w) {
      x = 0;
      ++y;
    }
    if (y >= skip && y - skip < area.h) out.set(area.x + x, area.y + y - skip, c, style_of(byte, index));
    ++x;
  }
  if (x >= area.w) {
    x = 0;
    ++y;
  }
  if (at_ == text_.size() && y - skip < area.h) out.set(area.x + x, area.y + y - skip, U' ', kCursor);
}

}  // namespace comodin
