/**
 * What must be reached.
 *
 * @param times - nanoseconds of a valid object, `plain` set: of ours, of plain Ajv, of zod
 * @param start - what `compile.js` prints
 * @param lists - what `list.js` prints
 * @returns for each: what, the limit and the figure as text, and whether it is met
 */
export function findChecks({ ours, ajv, zod }, start, lists) {
  const growth = Math.max(...['valid', 'last', 'every'].map((kind) => lists.at(-1)[kind] / lists[0][kind]));
  const { errors } = lists.find((row) => row.errors !== MOST_ERRORS) ?? lists[0];
  return [
    check('a valid object, time of ours to plain Ajv', ours / ajv, '≤', 2, '×'),
    check('a valid object, time of zod to ours', zod / ours, '≥', 4, '×'),
    check(`compiling ${start.files} files of ${start.fields} fields`, start.compile / 1000, '<', 2, ' s'),
    check(`time an item, ${lists.at(-1).length} items to ${lists[0].length}: linear`, growth, '≤', GROWTH, '×'),
    check('errors of a list in which every item is wrong', errors, '=', MOST_ERRORS, ''),
  ];
}

// --- internal ---

/** Among a hundred times the items, one costs a hundred times as much if the time is quadratic; caches and garbage cost a little always. */
const GROWTH = 4;

const MOST_ERRORS = 100;

const COMPARE = {
  '≤': (value, limit) => value <= limit,
  '≥': (value, limit) => value >= limit,
  '=': (value, limit) => value === limit,
  '<': (value, limit) => value < limit,
};

function check(what, value, sign, limit, unit) {
  const figure = Number.isInteger(value) ? value : value.toFixed(2);
  return { what, limit: `${sign} ${limit}${unit}`, figure: `${figure}${unit}`, met: COMPARE[sign](value, limit) };
}
