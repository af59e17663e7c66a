/** Tables of 200 rules by their kind; each makes its rules by their places. */
export const TABLES: Readonly<Record<string, (at: number) => unknown>>;
export const RULES: number;
export const LENGTH: number;
export function hostilePaths(): string[];
