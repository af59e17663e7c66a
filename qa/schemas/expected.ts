/** Failures that are right, each with its reason. */
export const EXPECTED: readonly { readonly cause: RegExp; readonly reason: string }[] = [
  { cause: /^endpoint of a table without a key/, reason: 'its rows cannot be told apart' },
  { cause: /^endpoint of a view: /, reason: 'a view without the column `id` needs `static key`' },
  { cause: /^endpoint: .* name is not valid/, reason: 'a name with a blank: a view gives the table another one' },
  { cause: /^sort: 400 .* holds JSON and has no order/, reason: 'arrays of PostgreSQL are JSON, which has no order' },
  {
    cause: /^sort: 400 E_QUERY .* values that are too long to go on behind them/,
    reason: 'a link to the next page carries the last value, which a URL has no room for (images)',
  },
  {
    cause: /^text in a column of bytes/,
    reason: 'SQLite: it is shown as it is, and can neither be filtered by nor sent back (docs/models.md)',
  },
  {
    cause: /^foreign key: a column has the name of the relation/,
    reason: 'a relation has a name of its own, which `static include` gives it',
  },
  {
    cause: /^POST of a copy: 409 E_CONFLICT Another record has the same dbversion_id/,
    reason: 'Icinga writes the first id itself, and its sequence begins with the same one',
  },
  {
    cause: /^POST of a copy: 500 E_NO_TABLE/,
    reason: 'PostgreSQL refuses `insert … returning` for a table with rules that insert elsewhere',
  },
];
