/** Where problem types are described: the beginning of a URL, to which the code is added in lower case, or a function that gives all of it. */
export type ProblemType = string | ((code: string) => string | undefined);

/** The `type` of a problem that says no more than its status does (RFC 9457 section 4.2.1). */
export function aboutBlank(): string {
  return 'about:blank';
}

/** Whether a value is a {@link ProblemType}: a text has to be a reference to a page (RFC 3986). */
export function isProblemType(value: unknown): value is ProblemType {
  if (typeof value === 'function') return true;
  return typeof value === 'string' && REFERENCE.test(value) && URL.canParse(value, 'http://localhost');
}

/**
 * Make what gives the `type` of each code (RFC 9457 section 3.1.1).
 *
 * @param given - default: `about:blank` for every code
 */
export function readProblemType(given: ProblemType | undefined): (code: string) => string {
  if (given === undefined) return aboutBlank;
  if (typeof given === 'string') return (code) => given + code.toLowerCase();
  return (code) => given(code) || aboutBlank();
}

// --- internal ---

/** The characters that a URI has, one at least. */
const REFERENCE = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;
