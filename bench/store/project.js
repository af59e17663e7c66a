import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const find = (path) => fileURLToPath(new URL(path, import.meta.url));
const CLI = find('../../packages/cli/bin/rest-gen.js');
const TSC = find('../../node_modules/typescript/bin/tsc');

/**
 * Write a project with one resource, `post`, and compile it. It is beside this file, so that it finds the packages of the benchmarks.
 *
 * @param options - `isBulk`: its POST takes lists, too; `hasRelations`: a post has an author and comments, which have authors as well; `owned`: a user
 *   sees the own posts only, by a `policy` or by the `controller`
 * @returns its `directory`, that of its `migrations`; `remove()`
 */
export function writeProject(options) {
  const directory = find(`./project-${process.pid}${options?.owned ?? ''}`);
  mkdirSync(directory);
  const remove = () => rmSync(directory, { recursive: true });
  try {
    writeSources(directory, options);
  } catch (error) {
    remove();
    throw error;
  }
  return { directory, migrations: join(directory, 'migrations'), remove };
}

/** Write a project into an empty directory by the commands of the generator, and compile it. */
export function writeSources(directory, { isBulk = false, hasRelations = false, owned } = {}) {
  const run = (program, args) => execFileSync(process.execPath, [program, ...args], { cwd: directory, stdio: 'pipe' });
  run(CLI, ['new', '.', '--db', 'postgres', '--no-install']);
  if (hasRelations) run(CLI, ['controller', 'author', 'name:string!', '-r']);
  const author = 'author_id:references:author';
  const more = hasRelations ? [author] : owned ? ['author_id:integer'] : [];
  run(CLI, ['controller', 'post', 'title:string!', 'body:text', 'views:integer!', ...more, '-r']);
  if (hasRelations) {
    run(CLI, ['controller', 'comment', 'post_id:references', author, 'text:text', '-r']);
    const include = '{\n  static include = { author: true, comments: true };\n}';
    edit(join(directory, 'src/controller/post.ts'), '{}', include);
  }
  if (isBulk) edit(join(directory, 'src/controller/post.ts'), '{}', '{\n  static bulk = true;\n}');
  if (owned !== undefined) writeOwner(directory, owned);
  // Types of Node are not installed here.
  run(TSC, ['-p', 'tsconfig.build.json', '--noCheck', '--types', '']);
}

// --- internal ---

/** The user is the same in every request. */
function writeOwner(directory, owned) {
  edit(join(directory, 'src/app.ts'), 'createRestRouter({', 'createRestRouter({\n  user: () => ({ id: 1 }),');
  if (owned === 'policy') {
    mkdirSync(join(directory, 'src/policy'));
    writeFileSync(join(directory, 'src/policy/post.ts'), POLICY);
  } else edit(join(directory, 'src/controller/post.ts'), '{}', RECORDS);
}

const POLICY = `import { definePolicy } from '@rest-gen/router';
export default definePolicy({ read: (user) => ({ author_id: user.id }) });
`;
const RECORDS = `{
  override get records() {
    return super.records.where({ author_id: this.user!.id });
  }
}`;

function edit(file, part, replacement) {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(part)) throw new Error(`${file} has no ${part}`);
  writeFileSync(file, text.replace(part, replacement));
}
