/** Errors that are kept, more than are ever told: some of them only say why one part of a union did not hold. */
const MOST_KEPT = 1000;

/**
 * Rewrite the code that Ajv generates, so that collecting errors takes time in proportion to the value.
 *
 * Ajv copies all errors so far for each schema that fails behind a reference, and keeps one object for each error there is. Here lists
 * are joined in place, up to a limit; `errors`, by which the code decides, still counts all. And the names of evaluated properties get no
 * prototype: `unevaluatedProperties: false` would let `constructor` pass.
 */
export function boundErrors(code: string): string {
  // Texts of a schema may look like code: every second part is a text.
  const parts = code.split(TEXTS).map((part, position) => (position % 2 === 1 ? part : bound(part)));
  return JOIN + parts.join('');
}

// --- internal ---

const TEXTS = /("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/;

function bound(code: string): string {
  return code
    .replaceAll(
      /vErrors = vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\1\.errors\);\s*errors = vErrors\.length/g,
      'vErrors = joinErrors(vErrors, $1.errors);errors += $1.errors.length',
    )
    .replaceAll(/vErrors\.push\((\w+)\)/g, `vErrors[${NEXT}] = $1`)
    .replaceAll(/vErrors\.length = (_errs\d+)/g, 'vErrors.length = Math.min(vErrors.length, $1)')
    .replaceAll(/\b(props\d+) = (\1 \|\| )?\{\}/g, '$1 = $2Object.create(null)');
}

/** The last place is always that of the latest error: the one of a union follows those of its branches. */
const NEXT = `Math.min(vErrors.length, ${MOST_KEPT - 1})`;

const JOIN =
  'const joinErrors = (vErrors, more) => {' +
  'if (vErrors === null) return more;' +
  `for (const error of more) vErrors[${NEXT}] = error;` +
  'return vErrors;};';
