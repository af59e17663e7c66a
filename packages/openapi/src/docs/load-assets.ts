import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Content } from './content.ts';

/** The files of the page. Their addresses contain a hash: `assets/page.0123456789ab.js`. */
export interface Assets {
  readonly address: Record<AssetName, string>;
  readonly contents: ReadonlyMap<string, Content>;
}

/** Load the assets (2 MB) once per process. Only the files listed here are served. */
export function loadAssets(): Assets {
  loaded ??= readAssets();
  return loaded;
}

// --- internal ---

let loaded: Assets | undefined;

function readAssets(): Assets {
  const address = {} as Record<AssetName, string>;
  const contents = new Map<string, Content>();
  for (const name of NAMES) {
    const [base, extension] = name.split('.') as [string, keyof typeof TYPES];
    const content = Content.of(TYPES[extension], name === 'page.js' ? joinModules() : readAsset(name));
    address[name] = `assets/${base}.${content.hash}.${extension}`;
    contents.set(`/${address[name]}`, content);
  }
  return { address, contents };
}

/** The modules of the page in one file, without comments: each request delays the first view. Their names differ. */
function joinModules(): Buffer {
  const texts = [...MODULES, 'page.js'].map((name) =>
    readAsset(name)
      .toString()
      .replace(/^import [^;]*;\n|^ *\/\/.*\n|^ *\/\*\*[\s\S]*?\*\/\n/gm, '')
      .replace(/^export /gm, ''),
  );
  return Buffer.from(`{\n${texts.join('\n')}}\n`);
}

/** In a bundle, the file is in a directory `assets` beside it. */
function readAsset(name: string): Buffer {
  // webpack copies the files that such an expression names.
  const file = new URL(`../../assets/${name}`, import.meta.url);
  if (existsSync(file)) return readFileSync(file);
  const bundle = import.meta.url;
  const copy = new URL(`assets/${name}`, bundle);
  if (existsSync(copy)) return readFileSync(copy);
  const directory = fileURLToPath(new URL('assets', bundle));
  throw new Error(`The files of the page are missing: copy node_modules/@rest-gen/openapi/assets to ${directory}`);
}

const NAMES = ['page.js', 'page.css', 'swagger-ui.js', 'swagger-ui.css', 'swagger-ui-redirect.js'] as const;
export type AssetName = (typeof NAMES)[number];

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

/** What `page.js` imports, each after its imports. */
const MODULES = [
  'pick-operation.js',
  'code.js',
  'client-sample.js',
  'samples.js',
  'search.js',
  'requests.js',
  'sign-in.js',
  'token.js',
  'filters.js',
  'choices.js',
  'answers.js',
  'read-plan.js',
  'plans.js',
  'viewer.js',
] as const;
