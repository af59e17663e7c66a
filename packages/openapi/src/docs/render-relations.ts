import type { RelationDescription } from '@rest-gen/router';
import type { OpenApiDocument } from '../types.ts';
import { type Html, html } from './html.ts';
import type { Assets } from './load-assets.ts';
import type { Documented } from './options.ts';
import { renderPage } from './render-page.ts';

/**
 * Render the relations page: a graph of the resources and their relations, and the same as a table. It has no script.
 */
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

/** A line between two names. */
interface Edge {
  readonly from: string;
  readonly to: string;
}

/**
 * Draw names on an ellipse, and a line between those that are related, as SVG. Related names are placed next to each
 * other where possible.
 */
function drawGraph(edges: readonly Edge[]): Html {
  const names = orderNames(edges);
  const radius = Math.max(110, names.length * 16);
  const longest = Math.max(...names.map(({ length }) => length));
  const [width, height] = [2 * radius * STRETCH + longest * LETTER + 40, 2 * radius + 60];
  const places = new Map(
    names.map((name, index) => {
      const angle = (2 * Math.PI * index) / names.length - Math.PI / 2;
      const x = width / 2 + radius * STRETCH * Math.cos(angle);
      return [name, { x: Math.round(x), y: Math.round(height / 2 + radius * Math.sin(angle)) }];
    }),
  );
  const drawn = new Set(
    edges.filter(({ from, to }) => from !== to).map(({ from, to }) => [from, to].sort().join('\n')),
  );
  const at = (name: string) => places.get(name) as { x: number; y: number };
  return html`<svg class="graph" viewBox="0 0 ${Math.round(width)} ${height}" role="img" aria-label="${edges.length} relations between ${names.length} resources, listed below">
${[...drawn].map((pair) => {
  const [from, to] = pair.split('\n').map((name) => at(name)) as [Place, Place];
  return html`<line x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}"/>`;
})}
${names.map((name) => {
  const { x, y } = at(name);
  const wide = name.length * LETTER + 16;
  return html`<rect x="${x - wide / 2}" y="${y - 13}" width="${wide}" height="26" rx="6"/><text x="${x}" y="${y + 5}">${name}</text>`;
})}
</svg>`;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The width of the ellipse to its height. */
const STRETCH = 1.6;
/** The width of a letter. */
const LETTER = 9;

/** Each name is followed by one of its neighbors that has no place yet. */
function orderNames(edges: readonly Edge[]): string[] {
  const near = new Map<string, Set<string>>();
  const add = (from: string, to: string) => near.set(from, (near.get(from) ?? new Set()).add(to));
  for (const { from, to } of edges) {
    add(from, to);
    add(to, from);
  }
  const ordered = new Set<string>();
  const visit = (name: string): void => {
    if (ordered.has(name)) return;
    ordered.add(name);
    for (const other of near.get(name) ?? []) visit(other);
  };
  for (const name of near.keys()) visit(name);
  return [...ordered];
}
