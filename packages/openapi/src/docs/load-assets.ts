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
    const content = Content.of(TYPES[extension], readAsset(name));
    address[name] = `assets/${base}.${content.hash}.${extension}`;
    contents.set(`/${address[name]}`, content);
  }
  return { address, contents };
}

/** In a bundle, the file is in a directory `assets` beside it. */
function readAsset(name: AssetName): Buffer {
  // webpack copies the files that such an expression names.
  const file = new URL(`../../assets/${name}`, import.meta.url);
  if (existsSync(file)) return readFileSync(file);
  const bundle = import.meta.url;
  const copy = new URL(`assets/${name}`, bundle);
  if (existsSync(copy)) return readFileSync(copy);
  const directory = fileURLToPath(new URL('assets', bundle));
  throw new Error(`The files of the page are missing: copy node_modules/@rest-gen/openapi/assets to ${directory}`);
}

const NAMES = ['page.js', 'page.css', 'samples.js', 'viewer.js', 'swagger-ui.js', 'swagger-ui.css'] as const;
export type AssetName = (typeof NAMES)[number];

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };
