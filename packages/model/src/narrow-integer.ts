/** A whole number as a `number` where that is exact, else as the `bigint` that it is. */
export function narrowInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
