/** The characters of an expression that mean something, neither escaped nor in a character class, and how many groups are open around them. */
export function* activeCharacters(source: string): Generator<[at: number, char: string, depth: number]> {
  let inClass = false;
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const char = source[at] as string;
    if (char === '\\') at++;
    else if (inClass) inClass = char !== ']';
    else if (char === '[') inClass = true;
    else {
      if (char === ')') depth--;
      yield [at, char, depth];
      if (char === '(') depth++;
    }
  }
}
