import { randomUUID } from 'node:crypto';

/**
 * Whether JavaScript would read a decimal literal as another number: `9007199254740993`, `0.1234567890123456789`, `1e400`.
 *
 * It would not where the number prints as the literal again, in its shortest form or with as many digits: some languages write
 * `0.10000000000000001` for 0.1.
 */
export function isRounded(literal: string): boolean {
  const digits = digitsOf(literal);
  if (digits === '') return false;
  const number = Number(literal);
  if (!Number.isFinite(number) || digits.length > MOST_DIGITS) return true;
  return ![String(number), number.toPrecision(digits.length)].some(
    (printed) => digitsOf(printed) === digits && exponentOf(printed) === exponentOf(literal),
  );
}

/**
 * Parse JSON, and give what `exact` makes of the literal of each number that would be rounded in place of the number.
 *
 * @throws {SyntaxError} for text that is no JSON
 */
export function parseExactly(text: string, exact: (literal: string) => unknown): unknown {
  if (!suspicious.test(text)) return JSON.parse(text);
  let marked = '';
  let from = 0;
  for (const { token, at } of tokensOf(text)) {
    if (!isNumber(token) || !isRounded(token)) continue;
    marked += `${text.slice(from, at)}"${MARK}${token}"`;
    from = at + token.length;
  }
  if (from === 0) return JSON.parse(text);
  marked += text.slice(from);
  return JSON.parse(marked, (_, value) =>
    typeof value === 'string' && value.startsWith(MARK) ? exact(value.slice(MARK.length)) : value,
  );
}

/** Find the first number in valid JSON that would be rounded: its JSON Pointer (RFC 6901). */
export function findRounded(text: string): string | undefined {
  if (!suspicious.test(text)) return undefined;
  // The way through the containers around: the index in a list, or the text of the key in an object.
  const path: (number | string)[] = [];
  let last = '';
  for (const { token } of tokensOf(text)) {
    const top = path.length - 1;
    if (token === '{') path.push('""');
    else if (token === '[') path.push(0);
    else if (token === '}' || token === ']') path.pop();
    else if (token === ',') path[top] = typeof path[top] === 'number' ? path[top] + 1 : '""';
    else if (token === ':') path[top] = last;
    else if (token.startsWith('"')) last = token;
    else if (isNumber(token) && isRounded(token)) return path.map(toReference).join('');
  }
  return undefined;
}

// --- internal ---

/** What `toPrecision` takes. */
const MOST_DIGITS = 100;

/** Any number that is rounded has as many digits, or such an exponent. */
const suspicious = /[\d.]{16}|[eE][+-]?\d{3}/;

/** Nobody can send it. */
const MARK = `number ${randomUUID()} `;

/** The strings, numbers and marks of JSON; one pass, whatever the text is. */
function* tokensOf(text: string): Generator<{ token: string; at: number }> {
  for (let at = 0; at < text.length; ) {
    const first = text[at] as string;
    let end = at + 1;
    if (first === '"') {
      while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
      end += 1;
    } else if (isNumber(first)) {
      while (end < text.length && '0123456789.eE+-'.includes(text[end] as string)) end += 1;
    }
    if (end > at + 1 || '{}[],:'.includes(first) || isNumber(first)) yield { token: text.slice(at, end), at };
    at = end;
  }
}

function isNumber(token: string): boolean {
  return token[0] === '-' || ((token[0] as string) >= '0' && (token[0] as string) <= '9');
}

function toReference(step: number | string): string {
  const name = typeof step === 'number' ? String(step) : (JSON.parse(step) as string);
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Without zeros around them: `'0.0120'` → `'12'`; empty for zero. */
function digitsOf(literal: string): string {
  const [mantissa = ''] = literal.split(/e/i);
  const digits = mantissa.replace(/[.-]/g, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end).replace(/^0+/, '');
}

/** The exponent of ten, in front of the first digit that is not zero: `'12.5'` → 2, `'0.05e-1'` → -2. */
function exponentOf(literal: string): number {
  const [mantissa = '', exponent = '0'] = literal.split(/e/i);
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const significant = whole.replace(/^0+/, '');
  const places = significant === '' ? -(/^0*/.exec(fraction)?.[0].length ?? 0) : significant.length;
  return places + Number(exponent);
}
