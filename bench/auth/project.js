import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const find = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const CLI = find('packages/cli/bin/rest-gen.js');
const TSC = find('node_modules/typescript/bin/tsc');

/**
 * Write the project that `rest-gen new`, `rest-gen controller` and `rest-gen auth` write, and compile it. Everyone may read posts.
 *
 * @returns its `directory`; `migrate(url)`, which makes the tables of a database; `remove()`
 */
export function writeProject() {
  const folder = mkdtempSync(join(tmpdir(), 'rest-gen-auth-'));
  const remove = () => rmSync(folder, { recursive: true });
  const directory = join(folder, 'project');
  const run = (program, args, env) =>
    execFileSync(process.execPath, [program, ...args], {
      cwd: directory,
      stdio: 'pipe',
      env: { ...process.env, ...env },
    });
  const migrate = (url) => run(CLI, ['migrate'], { DATABASE_URL: url });
  try {
    mkdirSync(directory);
    run(CLI, ['new', '.', '--db', 'postgres', '--no-install']);
    run(CLI, ['controller', 'post', 'title:string!', 'body:text', 'views:integer!', '-r']);
    run(CLI, ['auth']);
    // That of the generator starts in production only when it sends mails.
    writeFileSync(join(directory, 'src/mail.ts'), 'export const sendMail = () => {};\n');
    link(directory);
    // Types of Node are not installed here.
    run(TSC, ['-p', 'tsconfig.build.json', '--noCheck', '--types', '']);
  } catch (error) {
    remove();
    throw error;
  }
  return { directory, migrate, remove };
}

// --- internal ---

/** Its packages are those of this repository. */
function link(directory) {
  mkdirSync(join(directory, 'node_modules/@rest-gen'), { recursive: true });
  for (const name of ['auth', 'inspect', 'logic', 'model', 'openapi', 'router', 'server']) {
    symlinkSync(find(`packages/${name}`), join(directory, 'node_modules/@rest-gen', name));
  }
  for (const name of ['cors', 'express']) {
    const at = [`node_modules/${name}`, `packages/auth/node_modules/${name}`].map(find).find(existsSync);
    symlinkSync(at, join(directory, 'node_modules', name));
  }
}
