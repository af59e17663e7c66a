import type { OpenApiDocument } from '../types.ts';
import { html } from './html.ts';
import { type ListedOperation, listOperations } from './list-operations.ts';
import type { Assets } from './load-assets.ts';
import { renderPage } from './render-page.ts';

/** Render the page of the viewer, with a list of operations that also works without JavaScript. */
export function renderOperations(
  document: OpenApiDocument,
  title: string,
  assets: Assets,
  plans: string | undefined,
): string {
  const { address } = assets;
  const tags = [...listOperations(document)];
  const isEmpty = Object.keys(document.paths).length === 0;
  return renderPage({
    current: 'operations',
    title,
    document,
    assets,
    head: html`<link rel="stylesheet" href="${address['swagger-ui.css']}">
<script defer src="${address['page.js']}"></script>
<script defer src="${address['swagger-ui.js']}"></script>`,
    body: html`<div class="columns">
<details class="side" open>
<summary>All operations</summary>
<nav aria-label="Operations">
<input type="search" id="search" placeholder="Search ( / )" aria-label="Search operations" autocomplete="off" hidden>${tags.map(
      ([tag, operations]) => html`
<section><h2>${tag}</h2><ul>${operations.map(renderLink)}</ul></section>`,
    )}
<p id="nothing" hidden>No operation has these words.</p>
</nav>
</details>
<main class="content" id="content" tabindex="-1">
<div class="start">
<h1 tabindex="-1">${document.info.title}</h1>
${document.info.summary !== undefined && html`<p>${document.info.summary}</p>`}
</div>
<noscript><p class="note">Operations are opened and tried with JavaScript. Without it, see the <a href="routes">routes</a>, the <a href="errors">errors</a> and the <a href="openapi.json">OpenAPI document</a>.</p></noscript>
${isEmpty && html`<p class="note">There is no operation yet. A rule and its controller bring the first: <code>npx rest-gen controller post -r</code></p>`}
<div id="viewer"${plans !== undefined && html` data-plans="${plans}"`}${isEmpty && html` hidden`}></div>
</main>
</div>`,
  });
}

// --- internal ---

function renderLink({ method, path, summary, deprecated, fragment }: ListedOperation) {
  return html`
<li><a href="${fragment}"${deprecated && html` class="deprecated"`}><span class="method ${method.toLowerCase()}">${method}</span> <span><code>${path}</code>${summary !== undefined && html`<small>${summary}</small>`}${deprecated && html`<small>Deprecated</small>`}</span></a></li>`;
}
