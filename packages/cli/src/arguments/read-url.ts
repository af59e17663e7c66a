/** A URL as it was given. */
export interface GivenUrl {
  /** Path and query, `/post/1?x=1`. */
  readonly path: string;
  /** How the text was interpreted. */
  readonly notes: readonly string[];
}

/** Read a path or URL as clients send it: without origin and fragment, with a slash at the beginning, and percent-encoded. */
export function readUrl(text: string): GivenUrl {
  const bare = text
    .replace(ORIGIN, '')
    .replace(/#.*$/s, '')
    .replace(/[^!-~]+/g, (found) => encodeURIComponent(Buffer.from(found).toString()));
  if (bare.startsWith('/')) return { path: bare, notes: [] };
  const path = `/${bare}`;
  return { path, notes: ORIGIN.test(text) || bare === '' ? [] : [`A path begins with a slash: ${path} was used.`] };
}

// --- internal ---

/** `http://127.0.0.1:3000`, or as people type it, `localhost:3000`. */
const ORIGIN = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*|[\w.-]+:\d+(?![^/?#]))/i;
