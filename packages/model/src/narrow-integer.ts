/** An integer as a `number` if that is exact, otherwise as a `bigint`. */
export function narrowInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
