import type { PathDescription, RouteRow, ServiceDescription } from '@rest-gen/router';
import { operationsAt } from '../operations/context.ts';
import type { OpenApiDocument } from '../types.ts';
import { type Html, html } from './html.ts';
import { listOperations } from './list-operations.ts';
import type { Assets } from './load-assets.ts';
import type { Documented } from './options.ts';
import { renderPage } from './render-page.ts';

/** Render the routes page: rule, path, controller and methods, in the order of the rules. It has no script. */
export function renderRoutes(router: Documented, document: OpenApiDocument, title: string, assets: Assets): string {
  const service = router.describe();
  const links = new Map<string, string>();
  for (const operation of [...listOperations(document).values()].flat()) {
    links.set(`${operation.method} ${operation.path}`, operation.fragment);
  }
  const rules = new Map<string, RouteRow[]>();
  for (const row of router.routes()) rules.set(row.number, [...(rules.get(row.number) ?? []), row]);
  return renderPage({
    current: 'routes',
    title,
    document,
    assets,
    body: html`<main class="listing routes content" id="content" tabindex="-1">
<h1>Routes</h1>
<p>Rules are tried in this order; the first that takes a path wins.</p>
<table>
<thead><tr><th scope="col">Rule</th><th scope="col">Path</th><th scope="col">Controller</th><th scope="col">Methods</th></tr></thead>
${[...rules].map(([number, rows]) => renderRule(number, rows, service, links))}
</table>
</main>`,
  });
}

// --- internal ---

function renderRule(
  number: string,
  rows: readonly RouteRow[],
  service: ServiceDescription,
  links: ReadonlyMap<string, string>,
): Html {
  const rule = service.rules.find((one) => one.number === number);
  const lines =
    rule === undefined || rule.opaque !== undefined || rule.paths.length === 0
      ? rows.map(renderRow)
      : rule.paths.map((path) => renderPath(path, service, links));
  const first = html`<th scope="rowgroup" rowspan="${lines.length}"><span class="number">${number}</span> <code>${rows[0]?.rule}</code></th>`;
  return html`<tbody>${lines.map(
    (line, index) => html`
<tr>${index === 0 && first}${line}</tr>`,
  )}</tbody>
`;
}

function renderPath(path: PathDescription, service: ServiceDescription, links: ReadonlyMap<string, string>): Html {
  const controller = service.controllers.get(path.controller);
  const operations = controller === undefined ? [] : operationsAt(controller, path);
  const methods = operations.map(({ method }) => renderMethod(method, links.get(`${method} ${path.template}`)));
  return html`<td><code>${path.template}</code></td><td>${path.controller}</td><td>${methods}</td>`;
}

/** A rule without listed paths, without a controller, or not served. */
function renderRow({ controller, collection, item, skipped }: RouteRow): Html {
  if (skipped !== undefined) return html`<td colspan="3">Not served: ${skipped}</td>`;
  if (controller === undefined) return html`<td colspan="3">Leads to no controller</td>`;
  const methods = [...new Set([...collection, ...item])]
    .filter((method) => method !== 'HEAD')
    .map((method) => renderMethod(method, undefined));
  return html`<td>as the rule says</td><td>${controller}</td><td>${methods}</td>`;
}

function renderMethod(method: string, fragment: string | undefined): Html {
  const label = html`<span class="method ${method.toLowerCase()}">${method}</span>`;
  return fragment === undefined ? html`${label} ` : html`<a href="./${fragment}">${label}</a> `;
}
