import { compileLogic, ValidationError } from '@rest-gen/logic';

/**
 * Lists of growing length, valid and invalid; runs in a process of its own.
 *
 * Prints JSON: for each length the lowest nanoseconds an item of several runs, of a list that is `valid`, one of which the `last` item is wrong,
 * and one of which `every` item is; `errors` that were collected of the latter.
 */
const LENGTHS = [1000, 10_000, 100_000];
/** Items that are validated for each figure, at least. */
const WORK = 1_000_000;
const RUNS_AT_LEAST = 5;

const action = compileLogic({
  postAction: {
    body: {
      items: {
        required: true,
        array: true,
        children: {
          object: true,
          children: {
            id: { required: true, int: { min: 1 } },
            name: { required: true, string: true, length: { min: 1, max: 80 } },
            price: { required: true, float: true },
          },
        },
      },
    },
  },
}).action('postAction');

run(makeList(1000)); // warm
const rows = LENGTHS.map((length) => {
  const valid = measure(makeList(length), 0);
  const last = measure(
    makeList(length, (index) => index === length - 1),
    1,
  );
  const every = makeList(length, () => true);
  const errors = run(every).length;
  return { length, valid, last, every: measure(every, errors), errors };
});
console.log(JSON.stringify(rows));

// --- internal ---

function makeList(length, isWrong = () => false) {
  return Array.from({ length }, (_, index) => ({
    id: isWrong(index) ? 0 : index + 1,
    name: `item ${index}`,
    price: index / 4,
  }));
}

/** @returns the errors */
function run(items) {
  try {
    action.run({ body: { items } });
    return [];
  } catch (error) {
    if (error instanceof ValidationError) return error.errors;
    throw error;
  }
}

/** @returns lowest nanoseconds an item */
function measure(items, expected) {
  let lowest = Number.POSITIVE_INFINITY;
  for (let count = 0; count < Math.max(RUNS_AT_LEAST, WORK / items.length); count++) {
    const start = performance.now();
    const errors = run(items);
    lowest = Math.min(lowest, performance.now() - start);
    if (errors.length !== expected) throw new Error(`${errors.length} errors in place of ${expected}`);
  }
  return (lowest * 1e6) / items.length;
}
