import { ParseError } from './pattern.ts';
import type { ParsedTarget, TargetPart } from './types.ts';

/**
 * Parse the controller side of a rule, once, at load: `comment?postId=:1&id=:2`, `/post`, `api/:1?id=:2`, `issue#archive`.
 *
 * Captures fill the slots later; nothing is ever put into a text that is parsed again (seed, "Route rule").
 *
 * @throws {ParseError} when it names no controller, or a parameter or an action is not a name
 */
export function parseTarget(target: string): ParsedTarget {
  const question = target.indexOf('?');
  const [path = '', action, ...others] = (question < 0 ? target : target.slice(0, question))
    .replace(/^\//, '')
    .split('#');
  const query = question < 0 ? '' : target.slice(question + 1);
  if (path === '') throw new ParseError(`the target "${target}" names no controller`, "Write one, as in 'post?id=:1'.");
  if (!/^[\w:-]+(?:\/[\w:-]+)*$/.test(path) || /:(?!\w)/.test(path)) {
    throw new ParseError(
      `"${path}" is not the name of a controller`,
      "A target is the controller's path under src/controller without its extension, as in 'v1/post?id=:1'.",
    );
  }
  if (action !== undefined) checkAction(action, others.length > 0, target);
  const params = query === '' ? NO_PARAMS : query.split('&').map((pair) => parseParam(pair, target));
  const names = params.map(({ name }) => name);
  const doubled = names.find((name, index) => names.indexOf(name) !== index);
  if (doubled) throw new ParseError(`the target sets "${doubled}" twice`, 'Give each parameter once.');
  return { controller: parseParts(path), params, action };
}

/** The method of an action of one's own: `archive` → `archiveAction`. */
export function methodOf(action: string): string {
  return `${action}Action`;
}

// --- internal ---

const NO_PARAMS: ParsedTarget['params'] = [];

function checkAction(action: string, isDoubled: boolean, target: string): void {
  if (!isDoubled && /^[A-Za-z_]\w*$/.test(action)) return;
  throw new ParseError(
    `the target "${target}" does not name an action`,
    "Write the name of one method without its ending: 'issue#archive' runs archiveAction.",
  );
}

function parseParam(pair: string, target: string): ParsedTarget['params'][number] {
  const equals = pair.indexOf('=');
  const name = equals < 0 ? pair : pair.slice(0, equals);
  const value = equals < 0 ? '' : pair.slice(equals + 1);
  if (!/^[A-Za-z_]\w*$/.test(name) || name === '__proto__' || value === '') {
    throw new ParseError(
      `"${pair}" in the target "${target}" is not a parameter`,
      "Write 'name=:1', several joined by '&'.",
    );
  }
  return { name, value: parseParts(value) };
}

function parseParts(text: string): TargetPart[] {
  const parts: TargetPart[] = [];
  let rest = 0;
  for (const found of text.matchAll(/:(?:(\d+)|([A-Za-z_]\w*))/g)) {
    if (found.index > rest) parts.push({ kind: 'text', text: text.slice(rest, found.index) });
    parts.push({ kind: 'slot', slot: found[1] === undefined ? (found[2] as string) : Number(found[1]) });
    rest = found.index + found[0].length;
  }
  if (rest < text.length) parts.push({ kind: 'text', text: text.slice(rest) });
  // A copy has no room to grow.
  return parts.slice();
}
