import { readFileSync } from 'node:fs';
import { Content } from './content.ts';

/** Files of the page by what they are; each has the address `assets/page.0123456789ab.js`, which changes with its bytes. */
export interface Assets {
  readonly address: Record<AssetName, string>;
  readonly contents: ReadonlyMap<string, Content>;
}

/** Read what the page loads beside itself: 2 megabytes, once a process, compressed once too. Nothing that is not listed here is ever served. */
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
    const content = new Content(TYPES[extension], readFileSync(new URL(`../../assets/${name}`, import.meta.url)));
    address[name] = `assets/${base}.${content.hash}.${extension}`;
    contents.set(`/${address[name]}`, content);
  }
  return { address, contents };
}

const NAMES = ['page.js', 'page.css', 'swagger-ui.js', 'swagger-ui.css'] as const;
export type AssetName = (typeof NAMES)[number];

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };
