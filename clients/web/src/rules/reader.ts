// The words of a rule text, as notation/tokens.cpp takes them apart.
interface Token {
  kind: 'word' | 'quoted' | 'mark' | 'line';
  text: string;
}

const TOKEN = /(\n)|[ \t\r]+|#[^\n]*|"((?:[^"\\\n]|\\["\\])*)"|([:;{}|])|([^\s#":;{}|]+)/y;

export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

function tokens(text: string): Token[] | null {
  const out: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (!found) return null;
    const [, line, quote, mark, word] = found;
    if (line !== undefined) out.push({ kind: 'line', text: '' });
    else if (quote !== undefined) out.push({ kind: 'quoted', text: quote.replace(/\\(["\\])/g, '$1') });
    else if (mark !== undefined) out.push({ kind: 'mark', text: mark });
    else if (word !== undefined) out.push({ kind: 'word', text: word });
  }
  return out;
}

export class Reader {
  at = 0;

  private constructor(private readonly tokens: Token[]) {}

  static of(text: string): Reader | null {
    const found = tokens(text);
    return found && new Reader(found);
  }

  private get now(): Token | undefined {
    return this.tokens[this.at];
  }

  atEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  atBlockEnd(): boolean {
    return this.atEnd() || (this.now?.kind === 'mark' && (this.now.text === '}' || this.now.text === '|'));
  }

  atSeparator(): boolean {
    return this.atBlockEnd() || this.now?.kind === 'line' || (this.now?.kind === 'mark' && this.now.text === ';');
  }

  skipSeparators(): void {
    while (!this.atBlockEnd() && this.atSeparator()) ++this.at;
  }

  // A word or a mark; never a text in quotes.
  accept(text: string): boolean {
    if (!this.now || this.now.kind === 'quoted' || this.now.kind === 'line' || this.now.text !== text) return false;
    ++this.at;
    return true;
  }

  among<T extends string>(words: readonly T[], take: (word: T) => void): boolean {
    const found = this.now?.kind === 'word' && words.find((word) => word === this.now?.text);
    if (!found) return false;
    take(found);
    ++this.at;
    return true;
  }

  number(most: number, take: (n: number) => void): boolean {
    const text = this.now?.kind === 'word' ? this.now.text : '';
    const n = /^\d+$/.test(text) ? Number(text) : 0;
    if (n < 1 || n > most) return false;
    take(n);
    ++this.at;
    return true;
  }

  // In quotes; or, where that is allowed, a single word.
  text(plain: boolean, take: (text: string) => void): boolean {
    const token = this.now;
    if (!token || !(token.kind === 'quoted' || (plain && token.kind === 'word'))) return false;
    take(token.text);
    ++this.at;
    return true;
  }
}
