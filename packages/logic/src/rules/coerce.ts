import type { Kind } from '../kind.ts';

/**
 * Turn text into a value of a kind.
 *
 * @returns the value, or the text itself when it is none: the type then refuses it
 */
export function coerceText(text: string, kind: Kind): unknown {
  switch (kind) {
    case 'int':
      return toInt(text);
    case 'float':
      return toFloat(text);
    case 'boolean':
      return BOOLEANS.get(text) ?? text;
    case 'array':
      return text.split(',');
    default:
      return text;
  }
}

// --- internal ---

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
]);
const INT = /^[+-]?\d+$/;
const FLOAT = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(?:e([+-]?\d+))?$/i;
/** Every decimal with up to this many digits survives a conversion to a double. */
const EXACT_DIGITS = 15;

function toInt(text: string): number | string {
  if (!INT.test(text)) return text;
  const value = Number(text);
  // Adding 0 makes 0 of -0.
  return Number.isSafeInteger(value) ? value + 0 : text;
}

function toFloat(text: string): number | string {
  if (!FLOAT.test(text)) return text;
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  const exact = text.length <= EXACT_DIGITS && !/e/i.test(text);
  return exact || decimal(text) === decimal(String(value)) ? value + 0 : text;
}

/** One spelling for every decimal text of the same value: its digits without zeros around, and the power of ten. */
function decimal(text: string): string {
  const [, mantissa = '', exponent = '0'] = FLOAT.exec(text) as RegExpExecArray;
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  let start = 0;
  let end = digits.length;
  while (digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  if (start === end) return '0';
  return `${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}
