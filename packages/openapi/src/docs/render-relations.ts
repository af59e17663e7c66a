import type { RelationDescription } from '@rest-gen/router';
import type { OpenApiDocument } from '../types.ts';
import { drawGraph } from './draw-graph.ts';
import { type Html, html } from './html.ts';
import type { Assets } from './load-assets.ts';
import type { Documented } from './options.ts';
import { renderPage } from './render-page.ts';

/** Render the relations page: a graph of the resources and their relations, and the same as a table. It has no script. */
export function renderRelations(router: Documented, document: OpenApiDocument, title: string, assets: Assets): string {
  const rows = [...router.describe().controllers].flatMap(([controller, { table: own, relations }]) =>
    relations.filter(({ kind }) => kind !== 'count').map((relation) => ({ controller, own, relation })),
  );
  const edges = rows.map(({ own, relation: { table } }) => ({ from: own, to: table }));
  return renderPage({
    current: 'relations',
    title,
    document,
    assets,
    body: html`<main class="listing relations content" id="content" tabindex="-1">
<h1>Relations</h1>
${
  rows.length === 0
    ? html`<p>No controller has relations: <code>static include</code> declares them.</p>`
    : html`<p>Records that a client can include, filter and sort by.</p>
${drawGraph(edges)}
<table>
<thead><tr><th scope="col">Resource</th><th scope="col">Relation</th><th scope="col">Records</th><th scope="col">Written with the record</th></tr></thead>
<tbody>${rows.map(({ controller, relation }) => renderRow(controller, relation))}
</tbody>
</table>`
}
</main>`,
  });
}

// --- internal ---

function renderRow(controller: string, { name, kind, table, through, write, max }: RelationDescription): Html {
  const records = kind === 'one' ? html`one <code>${table}</code>` : html`up to ${max} <code>${table}</code>`;
  const between = through !== undefined && html`, through <code>${through}</code>`;
  const written = write === undefined ? '' : write.kind === 'links' ? 'ids of records' : 'new records';
  return html`
<tr><th scope="row">${controller}</th><td><code>${name}</code></td><td>${records}${between}</td><td>${written}</td></tr>`;
}
