import assert from 'node:assert/strict';

/** What is changed in the results of one side: one kind for each, and what the report has to say. */
const LIES = {
  status: ({ answers }) => ({ answers: [{ ...answers[0], status: 299 }] }),
  'header x-lie': ({ answers }) => ({
    answers: [{ ...answers[0], headers: [...answers[0].headers, ['X-Lie', 'yes']] }],
  }),
  body: ({ answers }) => ({ answers: [{ ...answers[0], body: Buffer.concat([answers[0].body, Buffer.from(' ')]) }] }),
  statements: ({ statements }) => ({ statements: [...statements, 'select 2'] }),
  table: ({ digest }) => digest && { digest: { ...digest, [Object.keys(digest)[0]]: 'another' } },
};

/** Changes one result of each kind in every place, and remembers which. */
export function createLie() {
  const told = [];
  return {
    told,
    for: (place) => {
      const left = Object.entries(LIES);
      return (number, result) => {
        // Not with the first requests: a difference in the beginning is the easiest to find.
        if (number % 17 !== 16 || left.length === 0) return;
        const [name, change] = left[0];
        const changed = change(result);
        if (changed === undefined) return;
        left.shift();
        told.push({ place, number, name });
        Object.assign(result, changed);
      };
    },
  };
}

/**
 * @param {ReturnType<typeof createLie>} lie @param {import('./report.js').Report} report
 * @throws {AssertionError} unless the report has each lie, and nothing else
 */
export function checkLies({ told }, report) {
  const found = [...report.kinds].flatMap(([kind, { count }]) => Array.from({ length: count }, () => kind));
  assert.equal(found.length, told.length, `${told.length} answers were changed, and ${found.length} differences found`);
  for (const name of Object.keys(LIES))
    assert.ok(
      found.some((kind) => kind.includes(name)),
      `nothing was found of a changed "${name}"`,
    );
  console.log(`All ${told.length} answers that were changed on purpose were found, and nothing else.`);
}
