import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../../src/errors.ts';
import { type InspectOptions, inspectProject } from '../../src/inspect/inspect-project.ts';
import { readProject } from '../../src/project/project.ts';
import { type Kind, makeDirectory, makeProject, PACKAGE, put } from '../fixture.ts';

/** Sources of a project of one rule and one controller, in both kinds of modules. */
export const RULES = {
  esm: "export default [['/post/:id?', 'rest']];\n",
  cjs: "module.exports = [['/post/:id?', 'rest']];\n",
} as const;
export const POST = {
  esm: "import { Controller } from '@rest-gen/router';\nexport default class Post extends Controller { getAction() { return []; } }\n",
  cjs: "const { Controller } = require('@rest-gen/router');\nmodule.exports = class Post extends Controller { getAction() { return []; } };\n",
} as const;

/** A project of one controller, on the router of this workspace. */
export function makeOne(kind: Kind, files: Record<string, string> = {}): string {
  const modules = kind.endsWith('esm') ? 'esm' : 'cjs';
  return makeProject(kind, {
    files: { 'src/config/router.js': RULES[modules], 'src/controller/post.js': POST[modules], ...files },
  });
}

/** A project on a stand-in for the router, which loads `src/config/router.js` and has a route: for what is no business of the router's. */
export function makeStub(rules: string): string {
  const root = makeDirectory();
  put(root, 'package.json', '{ "type": "module" }');
  put(root, 'src/config/router.js', rules);
  put(root, 'node_modules/@rest-gen/router/package.json', '{ "exports": "./index.js" }');
  put(root, 'node_modules/@rest-gen/router/index.js', STUB);
  return root;
}

/** Links to some packages only, instead of all that this package has. */
export function linkPackages(root: string, ...names: string[]): void {
  for (const name of names) {
    const link = join(root, 'node_modules', name);
    mkdirSync(join(link, '..'), { recursive: true });
    symlinkSync(join(PACKAGE, 'node_modules', name), link, 'dir');
  }
}

/** Ask a project for its routes: them, or the error, and what was printed. */
export async function ask(root: string, options: Partial<InspectOptions> = {}): Promise<Asked> {
  let printed = '';
  const write = (text: string) => {
    printed += text;
  };
  const io = { env: process.env, stderr: { write } };
  try {
    const { value, notes } = await inspectProject(readProject(root), 'routes', {}, { io, ...options });
    return { files: value.rows.map(({ file }) => file), notes, printed };
  } catch (error) {
    if (error instanceof CliError) return { error, printed };
    throw error;
  }
}

export interface Asked {
  /** Of the controllers that the rules lead to. */
  files?: (string | undefined)[];
  notes?: readonly string[];
  error?: CliError;
  printed: string;
}

// --- internal ---

const STUB = `exports.createRestRouter = ({ root }) => {
  require(root + '/config/router.js');
  return { routes: () => [{ file: 'stub' }], close: async () => {} };
};
`;
