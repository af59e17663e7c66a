/** What was given as a URL. */
export interface GivenUrl {
  /** Path and query, `/post/1?x=1`. */
  readonly path: string;
  /** What was made of the text. */
  readonly notes: readonly string[];
}

/** Read a path, or the URL of one, as clients send it: without origin and fragment, spaces and letters beyond ASCII encoded, and with a slash at the beginning. */
export function readUrl(text: string): GivenUrl {
  const bare = text
    .replace(ORIGIN, '')
    .replace(/#.*$/s, '')
    .replace(/[^!-~]+/g, (found) => encodeURIComponent(Buffer.from(found).toString()));
  if (bare.startsWith('/')) return { path: bare, notes: [] };
  const path = `/${bare}`;
  return { path, notes: ORIGIN.test(text) || bare === '' ? [] : [`A path begins with a slash: ${path} was taken.`] };
}

// --- internal ---

/** `http://127.0.0.1:3000`, or as people type it, `localhost:3000`. */
const ORIGIN = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*|[\w.-]+:\d+(?![^/?#]))/i;
