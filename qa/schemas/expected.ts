/** Failures that are right, each with its reason. */
export const EXPECTED: readonly { readonly cause: RegExp; readonly reason: string }[] = [
  { cause: /^endpoint of a table without a key/, reason: 'its rows cannot be told apart' },
  { cause: /^endpoint of a view: /, reason: 'a view without the column `id` needs `static key`' },
];
