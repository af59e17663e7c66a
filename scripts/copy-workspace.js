import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, utimesSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { ROOT } from './pack.js';

/**
 * Copy what the packages are built from, with dates of long ago; what is installed is linked to, what was built is left out.
 *
 * @param {string} target - an empty directory
 */
export function copyWorkspace(target) {
  for (const name of FILES) cpSync(join(ROOT, name), join(target, name));
  cpSync(join(ROOT, 'packages'), join(target, 'packages'), {
    recursive: true,
    filter: (path) => !LEFT_OUT.has(basename(path)),
  });
  for (const path of readdirSync(target, { recursive: true })) utimesSync(join(target, path), LONG_AGO, LONG_AGO);
  linkInstalled('.', target);
  for (const name of readdirSync(join(ROOT, 'packages'))) linkInstalled(join('packages', name), target);
}

// --- internal ---

const FILES = [
  'package.json',
  'pnpm-workspace.yaml',
  'pnpm-lock.yaml',
  'tsconfig.base.json',
  'scripts/pack-hooks.cjs',
  'scripts/bundle.js',
  'scripts/credit-of.js',
];
const LEFT_OUT = new Set(['node_modules', 'dist', 'test']);
/** What pnpm has noted about the installation is not for the copy, which could write it. */
const NOTES = /^\.(?:modules|pnpm-)/;
const LONG_AGO = new Date('2001-02-03T04:05:06Z');

/** What a link of pnpm leads to within the workspace, the link in the copy leads to within the copy. */
function linkInstalled(folder, target, inside = 'node_modules') {
  const from = join(ROOT, folder, inside);
  const to = join(target, folder, inside);
  // A package without dependencies.
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true }).filter(({ name }) => !NOTES.test(name))) {
    const path = join(from, entry.name);
    if (entry.name.startsWith('@')) {
      linkInstalled(folder, target, join(inside, entry.name));
      continue;
    }
    const source = entry.isSymbolicLink() ? join(target, relative(ROOT, resolve(from, readlinkSync(path)))) : path;
    // A junction is what Windows lets everybody make; elsewhere it is a plain link.
    symlinkSync(source, join(to, entry.name), 'junction');
  }
}
