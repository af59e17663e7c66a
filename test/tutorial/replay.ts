import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../workspace.ts';
import { installPackages } from './install-packages.ts';
import { isShown, normalize } from './is-shown.ts';
import type { Block, Command } from './read-chapter.ts';
import { type Program, startProgram } from './start-program.ts';
import { type Shell, startShell } from './start-shell.ts';

/** A reader of the tutorial: follows chapter after chapter, in one directory. */
export interface Reader {
  /** The project. */
  readonly folder: string;
  /** Do what a block says. @throws {Error} where something else is printed than the page shows */
  follow(block: Block): Promise<void>;
  /** Wait until the server runs what the files say. */
  settle(): Promise<void>;
  /** Run a command line in the second terminal. @returns what it printed */
  run(line: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Start with an empty directory.
 *
 * @param folder - where the project is made: `tracker` in it
 * @param port - in place of 3000
 */
export function startReader(folder: string, port: number): Reader {
  const project = join(folder, 'tracker');
  const env = { ...process.env, PORT: String(port), NO_COLOR: '1', FORCE_COLOR: undefined, NODE_OPTIONS: undefined };
  // Programs of the project are found without npx, which takes half a second of each command.
  const shell: Shell = startShell(folder, { ...env, PATH: `${project}/node_modules/.bin:${process.env.PATH}` });
  let server: Program | undefined;
  /** nodemon, of Node 22.18 and later, does not say that it restarts the server. */
  let isQuiet = false;
  /** What the server had printed when a file was changed that it has not loaded yet. */
  let changedAt: number | undefined;
  let changedTime = 0;
  const toReader = (text: string) => text.replaceAll(String(port), '3000');
  const fromReader = (text: string) => text.replaceAll(':3000', `:${port}`);

  const settle = async (): Promise<void> => {
    if (changedAt === undefined) return;
    await server?.until((printed) => {
      const [before, ...after] = printed.split(/Restarting|Rerunning/);
      return STARTED.test(after.at(-1) ?? (isQuiet ? before : '') ?? '');
    }, changedAt);
    changedAt = undefined;
  };

  const noteChange = async (work: () => void | Promise<void>): Promise<void> => {
    // Files that are written one after the other start the server once. Later, what it prints may be about the change before.
    if (Date.now() - changedTime > 50) await settle();
    const before = snapshot(project);
    const position = server?.printed().length;
    await work();
    if (snapshot(project) === before) return;
    changedAt = position;
    changedTime = Date.now();
  };

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  };

  const run = async (line: string): Promise<string> => {
    const { printed, code } = await shell.run(fromReader(line));
    expect(code, `${line}\n${printed}`).to.equal(0);
    return toReader(printed);
  };

  const runCommand = async ({ line, shown }: Command): Promise<void> => {
    if (/^(?:[A-Z_]+=\S+ )*npm (?:run dev|start)$/.test(line)) {
      await server?.stop();
      server = startProgram(line, project, env);
      changedAt = undefined;
      isQuiet = /"dev": "nodemon/.test(readFileSync(join(project, 'package.json'), 'utf8'));
      await server.until((printed) => ADDRESS.test(printed));
      return showPrinted(shown);
    }
    const [, name = ''] = /^npx rest-gen new (\S+)$/.exec(line) ?? [];
    if (name !== '') {
      const bin = join(ROOT, 'packages/cli/bin/rest-gen.js');
      const printed = execFileSync(process.execPath, [bin, 'new', name, '--no-install'], {
        cwd: folder,
        encoding: 'utf8',
        env,
        stdio: 'pipe',
      });
      installPackages(project);
      return compare(line, shown, printed);
    }
    const [, options] = /^npm install (.+)$/.exec(line) ?? [];
    if (options !== undefined) return installPackages(project, options.split(' '));
    await settle();
    await noteChange(async () => {
      const token =
        server
          ?.printed()
          .match(/#[\w-]{43}(?=\s)/g)
          ?.at(-1)
          ?.slice(1) ?? '';
      const typed = fromReader(line.replaceAll('PASTE-THE-TOKEN', token)).replace(/^npx /, '');
      const { printed, code } = await shell.run(typed);
      const wanted = /^npx rest-gen .*--check/.test(line) && shown.includes('breaking') ? 1 : 0;
      expect(code, `${line}\n${printed}`).to.equal(wanted);
      compare(line, shown, toReader(printed));
    });
  };

  const showPrinted = async (text: string): Promise<void> => {
    await settle();
    const isThere = (printed: string) => isShown(`…${text}…`, `|${toReader(printed)}|`);
    await server?.until(isThere);
  };

  return {
    folder: project,
    settle,
    run,
    follow: async (block) => {
      if (block.kind === 'file') return noteChange(() => write(expand(project, block.path), fromReader(block.text)));
      if (block.kind === 'printed') return showPrinted(block.text);
      if (block.kind === 'edit') {
        const path = expand(project, block.path);
        return noteChange(() => write(path, edit(readFileSync(join(project, path), 'utf8'), block)));
      }
      for (const command of block.commands) await runCommand(command);
    },
    close: async () => {
      await shell.close();
      await server?.stop();
    },
  };
}

// --- internal ---

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\n/;
/** What a server prints when it has loaded its rules. */
const STARTED = /\d+ rules? → .*operations/;

/** The name of a migration begins with the time at which it was made: `migrations/20260101120000_create_issue.js` stands for any. */
function expand(project: string, path: string): string {
  const [, ending] = /^migrations\/\d{14}(_\w+\.js)$/.exec(path) ?? [];
  if (ending === undefined) return path;
  const name = readdirSync(join(project, 'migrations')).find((one) => one.endsWith(ending));
  return `migrations/${name}`;
}

function edit(text: string, { path, hunks }: Extract<Block, { kind: 'edit' }>): string {
  return hunks.reduce((all, { before, after }) => {
    expect(all.split(before).length, `${path} has once:\n${before}\nIt is:\n${all}`).to.equal(2);
    return all.replace(before, () => after);
  }, text);
}

function compare(line: string, shown: string, printed: string): void {
  if (shown === '' || isShown(shown, printed)) return;
  expect(normalize(printed), line).to.equal(normalize(shown));
  throw new Error(`${line} printed something else:\n${printed}`);
}

/** The sources that the server loads, with the times of their last changes. */
function snapshot(project: string): string {
  const folders = ['src', 'migrations'].map((name) => join(project, name));
  try {
    return folders
      .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
      .filter((path) => statSync(path).isFile())
      .map((path) => `${path} ${statSync(path).mtimeMs}`)
      .join();
  } catch {
    return '';
  }
}
