import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Chromium is, unless `REST_GEN_CHROMIUM` names another file: Debian's package `chromium`, and what others install. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Say where the browser for tests is.
 *
 * @returns its file; `undefined` when there is none: leave the suite out then, one line has said so
 * @throws {Error} instead, when the environment says `REST_GEN_SERVERS=required`
 * @example
 * const file = requireBrowser();
 * if (file !== undefined) describe('the page', () => { … });
 */
export function requireBrowser(): string | undefined {
  found ??= find();
  return found.file;
}

/** Start it without a window. */
export function startBrowser(executablePath: string): Promise<Browser> {
  // Its sandbox refuses root, which containers run as; it opens nothing but pages of the tests.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args });
}

// --- internal ---

let found: { readonly file: string | undefined } | undefined;

function find(): { readonly file: string | undefined } {
  const { REST_GEN_CHROMIUM, REST_GEN_SERVERS } = process.env;
  if (REST_GEN_SERVERS === 'none') return { file: undefined };
  const places = REST_GEN_CHROMIUM === undefined ? PLACES : [REST_GEN_CHROMIUM];
  const file = places.find((place) => existsSync(place));
  if (file !== undefined) return { file };
  const message = `No Chromium at ${places.join(', ')}`;
  if (REST_GEN_SERVERS === 'required') throw new Error(message);
  console.log(`${message}: the tests of pages are left out.`);
  return { file };
}
