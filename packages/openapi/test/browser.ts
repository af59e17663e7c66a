import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

export type { Browser, Page };

/** Usual paths of Chromium; `REST_GEN_CHROMIUM` overrides them. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Find the browser for tests.
 *
 * @returns its path; `undefined` without one: skip the suite
 * @throws {Error} without a browser if `REST_GEN_SERVERS=required`
 * @example
 * const file = requireBrowser();
 * if (file !== undefined) describe('the page', () => { … });
 */
export function requireBrowser(): string | undefined {
  found ??= find();
  return found.file;
}

/** Start the browser without a window. */
export function startBrowser(executablePath: string): Promise<Browser> {
  // The sandbox does not work as root, as in containers. Only pages of the tests are opened.
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
  console.log(`${message}: tests in a browser are skipped.`);
  return { file };
}
