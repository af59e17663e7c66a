import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/** Each capturing group of an expression's source, with its name. */
export function* openGroups(source: string, flags: string): Generator<[at: number, name: string | undefined]> {
  if (flags.includes('v')) {
    // Only there are classes within classes, which need a parser.
    yield* parseGroups(source);
    return;
  }
  for (const [at, char] of activeCharacters(source)) {
    if (char !== '(') continue;
    const name = /^\(\?<([^=!>][^>]*)>/.exec(source.slice(at))?.[1];
    if (name !== undefined || source[at + 1] !== '?') yield [at, name];
  }
}

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

// --- internal ---

function parseGroups(source: string): [at: number, name: string | undefined][] {
  const groups: [at: number, name: string | undefined][] = [];
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicodeSets: true });
  visitRegExpAST(pattern, { onCapturingGroupEnter: ({ start, name }) => void groups.push([start, name ?? undefined]) });
  return groups;
}
