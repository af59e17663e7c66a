/** Milliseconds. */
export const HOUR = 3_600_000;
/** Milliseconds. */
export const DAY: number = 24 * HOUR;
