import { CliError } from '../../src/errors.ts';
import { type InspectOptions, inspectProject } from '../../src/inspect/inspect-project.ts';
import { findProject } from '../../src/project/project.ts';
import { type Kind, makeDirectory, makeProject, put } from '../fixture.ts';

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

/** A project with a fake router, which loads `src/config/router.js` and has one route. */
export function makeStub(rules: string): string {
  const root = makeDirectory();
  put(root, 'package.json', '{ "type": "module" }');
  put(root, 'src/config/router.js', rules);
  put(root, 'node_modules/@rest-gen/router/package.json', '{ "exports": "./index.js" }');
  put(root, 'node_modules/@rest-gen/router/index.js', STUB);
  return root;
}

/** Ask a project for its routes. */
export async function ask(root: string, options: Partial<InspectOptions> = {}): Promise<Asked> {
  let printed = '';
  const write = (text: string) => {
    printed += text;
  };
  const io = { env: process.env, stderr: { write } };
  try {
    const { value, notes } = await inspectProject(findProject(root), 'routes', {}, { io, ...options });
    return { files: value.rows.map(({ file }) => file), notes, printed };
  } catch (error) {
    if (error instanceof CliError) return { error, printed };
    throw error;
  }
}

export interface Asked {
  /** The files of the controllers. */
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
