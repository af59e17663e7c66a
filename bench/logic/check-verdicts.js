import { isDeepStrictEqual } from 'node:util';

/**
 * Assert that a library judges every probe as expected, except for those that it says it cannot.
 *
 * @param library - module of `impl/`
 * @param validate - its function for the set
 * @param set - one of `input.js`
 * @throws {Error} naming library and probes, also when a probe that is listed as different is not
 */
export async function checkVerdicts(library, validate, set) {
  const differing = new Set(Object.values(library.differs ?? {}).flat());
  const wrong = [];
  for (const [name, value, expected] of set.probes) {
    const agrees = (await judge(validate, value)) === expected;
    if (agrees === differing.has(name)) wrong.push(`${name}${agrees ? ' (listed, but judged as expected)' : ''}`);
  }
  if (wrong.length > 0) throw new Error(`${library.name}: another verdict than expected on: ${wrong.join('; ')}`);
}

/** Whether the library refuses the invalid value of a set. */
export async function refuses(validate, set) {
  return (await judge(validate, set.invalid)) === false;
}

/** What a library gives back for a valid value: `new object`, `the same object`, or `verdict`. */
export async function findOutput(validate, { valid }) {
  const output = await validate(structuredClone(valid));
  if (output === true) return 'verdict';
  if (!isDeepStrictEqual(plain(output), valid)) throw new Error('gives back something else than the valid value');
  const input = structuredClone(valid);
  const again = await validate(input);
  if (again === input) return 'the same object';
  return again.author === input.author || again.tags === input.tags ? 'new object, same children' : 'new object';
}

// --- internal ---

/** A library that throws something else than its own error has no verdict. */
async function judge(validate, value) {
  try {
    return Boolean(await validate(structuredClone(value)));
  } catch {
    return undefined;
  }
}

/** The prototype of an object that is given back is the library's choice. */
function plain(value) {
  return JSON.parse(JSON.stringify(value));
}
