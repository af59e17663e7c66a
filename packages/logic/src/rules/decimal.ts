/**
 * Compare two decimal numbers as text, exactly: `'0.1'`, `'-12,50'`, `'+.5'`.
 *
 * @returns negative when the first one is smaller, 0 when they are equal
 */
export function compareDecimals(one: string, other: string): number {
  const [a, b] = [parse(one), parse(other)];
  if (a.sign !== b.sign) return a.sign - b.sign;
  const places = Math.max(a.fraction.length, b.fraction.length);
  const [x, y] = [a.whole + a.fraction.padEnd(places, '0'), b.whole + b.fraction.padEnd(places, '0')];
  // Digits without leading zeros: the longer text is the larger number.
  const order = x.length - y.length || (x < y ? -1 : x > y ? 1 : 0);
  return a.sign * order;
}

// --- internal ---

interface Decimal {
  /** 0 for zero. */
  readonly sign: -1 | 0 | 1;
  /** Without leading zeros. */
  readonly whole: string;
  readonly fraction: string;
}

/** @param text - accepted by `decimal`; locales have another point */
function parse(text: string): Decimal {
  const [whole = '', fraction = ''] = text.replace(/^[-+]/, '').split(/[^\d]/);
  const sign = !/[1-9]/.test(text) ? 0 : text.startsWith('-') ? -1 : 1;
  return { sign, whole: whole.replace(/^0+/, ''), fraction };
}
