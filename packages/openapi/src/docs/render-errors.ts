import http from 'node:http';
import { REQUEST_CODES, type RequestCode } from '@rest-gen/router';
import type { OpenApiDocument } from '../types.ts';
import { FIXES } from './fixes.ts';
import { type Html, html } from './html.ts';
import type { Assets } from './load-assets.ts';
import { renderPage } from './render-page.ts';

/**
 * Render the errors page: the meaning of each code, with an anchor (`#e_validation`) for `problemType`. It has no
 * script.
 */
export function renderErrors(document: OpenApiDocument, title: string, assets: Assets): string {
  return renderPage({
    current: 'errors',
    title,
    document,
    assets,
    body: html`<main class="listing errors content" id="content" tabindex="-1">
<h1>Errors</h1>
<p>Errors are problem documents, <code>application/problem+json</code> (RFC 9457). Its <code>code</code> stays the same: programs should check it. Its <code>detail</code> is for people and may change.</p>
<p>A code that is not listed here is specific to this service, or is the name of its status.</p>
<table>
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">Fix</th></tr></thead>
<tbody>${Object.entries(REQUEST_CODES).map(([code, [status, meaning]]) => renderCode(code as RequestCode, status, meaning))}
</tbody>
</table>
</main>`,
  });
}

// --- internal ---

function renderCode(code: RequestCode, status: number, meaning: string): Html {
  const anchor = code.toLowerCase();
  return html`
<tr id="${anchor}"><th scope="row"><a href="#${anchor}"><code>${code}</code></a></th><td><span class="status">${status} <small>${http.STATUS_CODES[status]}</small></span></td><td>${meaning}</td><td>${renderText(FIXES[code])}</td></tr>`;
}

/** Replace backticks with code elements. */
function renderText(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
