/**
 * Read the path of a request target, still percent-encoded: `/post/12`.
 *
 * Both forms that a server has to take are read, `/post/12?x=1` and `http://host/post/12?x=1` (RFC 9112 section 3.2); a fragment, which no
 * client should send, ends the path as a query does.
 */
export function readPath(target: string): string {
  const path = target.charCodeAt(0) === 47 /* '/' */ ? target : target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return before('?', before('#', path)) || '/';
}

// --- internal ---

function before(mark: string, path: string): string {
  const end = path.indexOf(mark);
  return end < 0 ? path : path.slice(0, end);
}
