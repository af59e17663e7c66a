import { parseStrings } from '../../sql/stored-table.ts';

/** The parts of a column definition to replace; those that are `undefined` stay. */
export interface DefinitionChange {
  readonly type: string | undefined;
  /** The check of an `enum`. */
  readonly check: string | undefined;
  readonly isRequired: boolean | undefined;
  readonly fallback: string | undefined;
}

/**
 * Change the definition of a column in a `create table`. Everything else stays as it was written.
 *
 * @throws {Error} when there is no such column, and for the type of a key or of a generated column
 */
export function changeDefinition(text: string, column: string, change: DefinitionChange): string {
  const { head, definitions, tail } = parseDefinitions(text);
  const index = definitions.findIndex((tokens) => unquote(toColumn(tokens).name) === column.toLowerCase());
  const tokens = definitions[index];
  if (tokens === undefined) throw new Error(`no such column: ${column}`);
  const { name, type, constraints } = toColumn(tokens);
  const kinds = constraints.map(kindOf);
  if (change.type !== undefined && kinds.some((kind) => kind === 'primary' || kind === 'generated' || kind === 'as')) {
    throw new Error(`the type of "${column}" cannot be changed: it is a primary key or generated`);
  }
  const kept = constraints.filter((constraint, at) => {
    if (kinds[at] === 'null') return change.isRequired === undefined;
    if (kinds[at] === 'default') return change.fallback === undefined;
    return change.type === undefined || enumValues(constraint, name) === undefined;
  });
  const parts = [
    name,
    change.type ?? type,
    change.fallback === 'none' ? '' : change.fallback,
    change.isRequired ? 'not null' : '',
    change.check,
    ...kept,
  ];
  const changed = parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');
  return `${head}${definitions.map((one, at) => (at === index ? ` ${changed}` : one.join(''))).join(',')}${tail}`;
}

/** The strings that a check of a `create table` allows in each column. */
export function parseEnums(text: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    parseDefinitions(text).definitions.flatMap((tokens) => {
      const { name, constraints } = toColumn(tokens);
      const values = constraints.map((one) => enumValues(one, name)).find((found) => found !== undefined);
      return values === undefined ? [] : [[unquote(name), values] as const];
    }),
  );
}

/** The words of each named check of a `create table`, by its name in lower case. */
export function parseChecks(text: string): ReadonlyMap<string, readonly string[]> {
  const tokens = (text.match(TOKENS) ?? []).filter((token) => !/^(?:\s|--|\/\*)/.test(token));
  const checks = new Map<string, readonly string[]>();
  for (const [at, token] of tokens.entries()) {
    const [name = '', word = ''] = tokens.slice(at + 1, at + 3);
    if (token.toLowerCase() !== 'constraint' || word.toLowerCase() !== 'check') continue;
    checks.set(unquote(name), wordsOf(inParentheses(tokens.slice(at + 3)).join(' ')));
  }
  return checks;
}

/** The conditions of all checks of a `create table`, in parentheses. */
export function findChecks(text: string): Set<string> {
  const tokens = text.match(TOKENS) ?? [];
  const after = tokens.flatMap((token, at) => (token.toLowerCase() === 'check' ? [tokens.slice(at + 1)] : []));
  return new Set(after.map((rest) => inParentheses(rest).join('').trim()));
}

/** Those that hold a column to a list of strings. */
export function enumChecks(text: string): Set<string> {
  const checks = parseDefinitions(text).definitions.flatMap((tokens) => {
    const { name, constraints } = toColumn(tokens);
    return constraints.filter((one) => enumValues(one, name) !== undefined);
  });
  return new Set(checks.flatMap((one) => [...findChecks(one)]));
}

/** The words of an expression in lower case, without quotes; strings are none. */
export function wordsOf(expression: string): string[] {
  return (expression.match(TOKENS) ?? []).filter((token) => /^["`[\w\u0080-\uffff]/.test(token)).map(unquote);
}

/** A name as a statement has it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The columns whose names in lower case are among these words. */
export function columnsAmong(words: readonly string[], columns: Iterable<string>): string[] {
  return [...columns].filter((name) => words.includes(name.toLowerCase()));
}

// --- internal ---

/** The tokens up to the end of the first parentheses. */
function inParentheses(tokens: readonly string[]): readonly string[] {
  let depth = 0;
  const end = tokens.findIndex((token) => {
    depth += token === '(' ? 1 : token === ')' ? -1 : 0;
    return token === ')' && depth === 0;
  });
  return tokens.slice(0, end + 1);
}

/** Strings, names and comments; words; white space; signs. */
const TOKENS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|[\w$\u0080-\uffff]+|\s+|[\s\S]/g;

/** The definitions between the outer parentheses, as tokens. */
function parseDefinitions(text: string): { head: string; definitions: string[][]; tail: string } {
  let head = '';
  let tail = '';
  let depth = 0;
  const definitions: string[][] = [];
  for (const token of text.match(TOKENS) ?? []) {
    if (token === ')') depth -= 1;
    if (depth > 0) {
      if (depth === 1 && token === ',') definitions.push([]);
      else definitions.at(-1)?.push(token);
    } else if (definitions.length > 0) tail += token;
    else head += token;
    if (token === '(') {
      depth += 1;
      if (depth === 1 && definitions.length === 0) definitions.push([]);
    }
  }
  return { head, definitions, tail };
}

/** Words that begin a constraint. */
const BEGINNINGS = new Set(
  'constraint primary not null unique check default collate references generated as'.split(' '),
);
/** Words whose next word belongs to the same constraint. */
const CONTINUED = new Set('constraint not default set always'.split(' '));

function toColumn(tokens: readonly string[]): { name: string; type: string; constraints: string[] } {
  const used = tokens.filter((token) => !/^(?:--|\/\*)/.test(token));
  const start = used.findIndex((token) => token.trim() !== '');
  const parts = [''];
  let depth = 0;
  let previous = '';
  let isNamed = false;
  for (const token of used.slice(start + 1)) {
    const word = token.toLowerCase();
    if (depth === 0 && BEGINNINGS.has(word) && !CONTINUED.has(previous) && !isNamed) parts.push('');
    parts[parts.length - 1] += token;
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token.trim() === '') continue;
    // After `constraint <name>`.
    isNamed = previous === 'constraint';
    previous = word;
  }
  const [type = '', ...constraints] = parts;
  return { name: used[start] ?? '', type, constraints };
}

const NAME = '(?:"(?:[^"]|"")*"|`(?:[^`]|``)*`|\\[[^\\]]*\\]|\\w+)';
const KIND = new RegExp(`^\\s*(?:constraint\\s+${NAME}\\s+)?(not\\s+null|\\w+)`, 'i');
const ENUM = new RegExp(
  `^\\s*(?:constraint\\s+${NAME}\\s+)?check\\s*\\(\\s*(${NAME})\\s+in\\s*\\(('(?:[^']|'')*'(?:\\s*,\\s*'(?:[^']|'')*')*)\\)\\s*\\)\\s*$`,
  'i',
);

/** The first word of a constraint; `null` for `not null` too. */
function kindOf(constraint: string): string {
  const kind = KIND.exec(constraint)?.[1]?.toLowerCase() ?? '';
  return kind.endsWith('null') ? 'null' : kind;
}

/** The strings of a check such as `check (status in ('draft', 'live'))`. */
function enumValues(constraint: string, name: string): string[] | undefined {
  const [, column = '', list = ''] = ENUM.exec(constraint) ?? [];
  if (unquote(column) !== unquote(name)) return undefined;
  return parseStrings(list);
}

/** The name of a column, in lower case: SQLite does not distinguish. */
function unquote(name: string): string {
  const quote = name.charAt(0);
  const plain = /["`[]/.test(quote) ? name.slice(1, -1).replaceAll(quote + quote, quote) : name;
  return plain.toLowerCase();
}
