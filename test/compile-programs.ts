import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from './workspace.ts';

/**
 * Compile programs of a page as ES modules of TypeScript, with the packages of this workspace and Express beside them.
 *
 * @param programs - text by path, `config/model.ts`
 * @returns what the compiler finds; `''` when all is well
 */
export async function compilePrograms(programs: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rest-gen-docs-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'packages/cli'), join(folder, 'node_modules/rest-gen'), 'junction');
  for (const name of ['@rest-gen', 'express', '@types']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
  }
  const files = { 'package.json': '{ "type": "module" }', ...programs };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const printed = await compile(folder, Object.keys(programs));
  rmSync(folder, { recursive: true });
  return printed;
}

// --- internal ---

function compile(cwd: string, files: readonly string[]): Promise<string> {
  // Those of a new project, packages/cli/templates/new/tsconfig.json.ejs, so that a program can be copied into one.
  const options = [
    '--noEmit',
    '--strict',
    '--noImplicitOverride',
    '--erasableSyntaxOnly',
    '--verbatimModuleSyntax',
    '--rewriteRelativeImportExtensions',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
  ];
  const program = join(ROOT, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...options, ...files], { cwd }, (_error, stdout) => resolve(stdout));
  });
}
