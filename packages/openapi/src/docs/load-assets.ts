import { readFileSync } from 'node:fs';
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
    const content = Content.of(TYPES[extension], readFileSync(new URL(`../../assets/${name}`, import.meta.url)));
    address[name] = `assets/${base}.${content.hash}.${extension}`;
    contents.set(`/${address[name]}`, content);
  }
  return { address, contents };
}

const NAMES = ['page.js', 'page.css', 'samples.js', 'viewer.js', 'swagger-ui.js', 'swagger-ui.css'] as const;
export type AssetName = (typeof NAMES)[number];

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };
