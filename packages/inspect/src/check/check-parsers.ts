import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { showPath } from '@rest-gen/router/internal';
import type { Finding } from './finding.ts';
import type { CheckedProject } from './load-project.ts';

/**
 * Find an application that reads JSON before the router does: the router cannot see then that a number was rounded.
 *
 * The sources beside `config/` are searched as text.
 */
export function checkParsers({ project: { rulesFile } }: Pick<CheckedProject, 'project'>): Finding[] {
  // A project without files has no sources to search.
  if (rulesFile === undefined) return [];
  const root = dirname(dirname(rulesFile));
  return readdirSync(root, { withFileTypes: true }).flatMap((entry): Finding[] => {
    const { name } = entry;
    // The locks of Emacs, `.#app.ts`, are links to nothing.
    if (!entry.isFile() || !EXTENSIONS.has(extname(name)) || name.endsWith('.d.ts')) return [];
    const file = join(root, name);
    const parser = findParser(readFileSync(file, 'utf8'));
    if (parser === undefined) return [];
    const message = `${parser}() reads the bodies of all requests before the router does: numbers that it rounds are stored`;
    const hint = 'Mount it after the router, or for the paths that need it.';
    return [{ code: 'C_PARSER_FIRST', level: 'note', message, file: showPath(file), name: parser, hint }];
  });
}

// --- internal ---

const EXTENSIONS: ReadonlySet<string> = new Set(['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']);

/** `app.use(express.json())`, without a path. */
const PARSER = /\.use\(\s*((?:express|bodyParser)\.json)\(/;

/** A line that is a comment. */
const COMMENTED = /^[ \t]*\/\/.*/gm;

/** `const router = createRestRouter()` */
const NAMED = /\b(\w+) = createRestRouter\(/;

/** @returns the parser that is mounted before the router */
function findParser(text: string): string | undefined {
  const source = text.replace(COMMENTED, '');
  const created = source.indexOf('createRestRouter(');
  const parser = PARSER.exec(source);
  if (created < 0 || parser === null) return undefined;
  const name = NAMED.exec(source)?.[1];
  const mounted = name === undefined ? created : mountOf(name, source);
  return parser.index < mounted ? parser[1] : undefined;
}

/** Where a router is mounted; the end of the source if it is elsewhere. */
function mountOf(name: string, source: string): number {
  let at = source.indexOf(USE);
  for (; at >= 0; at = source.indexOf(USE, at + 1)) {
    const end = source.indexOf(')', at);
    const given = source.slice(at, end < 0 ? undefined : end);
    if (given.split(/\W+/).includes(name)) return at;
    if (end < 0) break;
  }
  return source.length;
}

const USE = '.use(';
