import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComparedFile } from '../compare.ts';
import { comparePlanned } from '../compare-planned.ts';
import { entryAt } from '../entry.ts';
import type { Field } from '../field-types.ts';
import { realPathInside } from '../inside.ts';
import { hashOf, type Manifest } from '../manifest/manifest.ts';
import type { ControllerName } from '../name.ts';
import { planController } from '../plan.ts';
import { planTest } from '../plan-test.ts';
import type { Project } from '../project.ts';
import { removeRule } from '../remove-rule.ts';
import { routePattern, ruleText } from '../route.ts';

/**
 * Plan what goes when a controller goes: its file, its logic and its tests, and its rule. Writes nothing.
 *
 * @param force - also what was changed since it was generated
 * @returns `remove` for what goes, and `changed` for what stays, in the order of the report; the base class, the models and migrations are
 *   not in it
 * @throws {CliError} `E_OUTSIDE`
 */
export async function planDestroy(
  project: Project,
  name: ControllerName,
  manifest: Manifest,
  force: boolean,
): Promise<ComparedFile[]> {
  const stems = [`src/controller/${name.path}`, `src/logic/${name.path}`, `test/${name.path}.test`];
  const paths = stems.flatMap((stem) => EXTENSIONS.map((extension) => `${stem}${extension}`));
  const present = paths.filter((path) => entryAt(join(project.root, path))?.isFile());
  const written = present.every((path) => manifest.has(path)) ? new Map() : await writtenNow(project, name);
  const files = present.map((path): ComparedFile => {
    const target = realPathInside(project.root, path);
    const before = readFileSync(target, 'utf8');
    const known = manifest.get(path);
    const isAsGenerated = known === undefined ? written.get(path)?.has(hashOf(before)) : known === hashOf(before);
    if (isAsGenerated || force) return { path, status: 'remove', before, target };
    return { path, status: 'changed', reason: 'is not as it was generated', target };
  });
  return [...files, ...planRule(project, name)];
}

// --- internal ---

const EXTENSIONS = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'];

function planRule({ root, routerFile }: Project, name: ControllerName): ComparedFile[] {
  if (routerFile === undefined) return [];
  const pattern = routePattern(name);
  const target = realPathInside(root, routerFile);
  if (!entryAt(target)?.isFile()) {
    return [{ path: routerFile, status: 'changed', reason: 'is no file', target }];
  }
  const before = readFileSync(target, 'utf8');
  const removed = removeRule(before, routerFile, pattern);
  if (removed === 'absent') return [];
  if (removed === 'other') {
    return [{ path: routerFile, status: 'changed', reason: `look for a rule of ${name.path} there`, target }];
  }
  return [{ path: routerFile, status: 'remove', rule: ruleText(pattern), before, after: removed.source, target }];
}

const TITLE: Field = { name: 'title', type: 'string', required: true, unique: false, index: false };

/** What can be asked for without saying more than the name: of files that are older than the manifest, these are known to be generated. */
const REQUESTS = [
  { rest: true, fields: [TITLE] },
  { rest: false, fields: [] },
  { rest: false, fields: [TITLE] },
];

/** The hashes of what would be generated now, by path. */
async function writtenNow(project: Project, name: ControllerName): Promise<Map<string, Set<string>>> {
  const hashes = new Map<string, Set<string>>();
  for (const asked of REQUESTS) {
    const request = { ...asked, name, now: new Date(0) };
    const planned = [...planController(project, request), ...planTest(project, request)];
    const own = planned.filter(({ policy }) => policy === 'own');
    for (const { path, status, before, after } of await comparePlanned(project, own)) {
      const text =
        status === 'identical' ? readFileSync(realPathInside(project.root, path), 'utf8') : (after ?? before);
      if (text !== undefined) hashes.set(path, (hashes.get(path) ?? new Set()).add(hashOf(text)));
    }
  }
  return hashes;
}
