import type { OpenApiDocument } from '../types.ts';
import { type Html, html } from './html.ts';
import type { Assets } from './load-assets.ts';

export interface Page {
  /** The name of the page. */
  readonly current: keyof typeof NAMES;
  readonly title: string;
  readonly document: OpenApiDocument;
  readonly assets: Assets;
  /** Additional elements of the head. */
  readonly head?: Html;
  readonly body: Html;
}

/** Render a page with the common head and navigation. Addresses are relative to the page. */
export function renderPage({ current, title, document, assets, head, body }: Page): string {
  const { address } = assets;
  const link = (name: Page['current'], href: string) =>
    html`<a href="${href}"${name === current && html` aria-current="page"`}>${NAMES[name]}</a>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${current === 'operations' ? title : `${NAMES[current]} · ${title}`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
${head}
<link rel="stylesheet" href="${address['page.css']}">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="./">${title}</a> <span class="version">${document.info.version}</span>
<nav aria-label="Pages">${link('operations', './')}${link('routes', 'routes')}${link('relations', 'relations')}${link('errors', 'errors')}<a href="openapi.json">openapi.json</a></nav>
</header>
${body}
</body>
</html>
`.text;
}

// --- internal ---

const NAMES = { operations: 'Operations', routes: 'Routes', relations: 'Relations', errors: 'Errors' } as const;
