/**
 * Whether a number is a multiple of another, both as they are written in decimals: 0.3 is one of 0.1, 9007199254740991 none of 2.
 *
 * @param n - finite, above 0
 */
export function isMultiple(value: number, n: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(n)) return value % n === 0;
  if (!Number.isFinite(value)) return false;
  const [a, b] = [toDecimal(value), toDecimal(n)];
  // The power of ten of both: at most 632 digits, for the largest number and the smallest.
  const exponent = Math.min(a.exponent, b.exponent);
  return (a.digits * 10n ** BigInt(a.exponent - exponent)) % (b.digits * 10n ** BigInt(b.exponent - exponent)) === 0n;
}

// --- internal ---

/** The shortest decimal that is read as this number: `digits` times ten to the power of `exponent`. */
function toDecimal(value: number): { readonly digits: bigint; readonly exponent: number } {
  const [mantissa = '', power = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}
