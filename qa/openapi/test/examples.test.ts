import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { OpenApiDocument, Operation, Parameter } from '../../../packages/openapi/src/index.ts';
import { startTracker, type Tracker } from './start-tracker.ts';

const file = new URL('../generated/tracker.json', import.meta.url);
const document = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;

describe('the examples of bodies in the document of examples/tracker', () => {
  let tracker: Tracker;
  before(async () => {
    tracker = await startTracker();
  });
  after(() => tracker.stop());

  for (const [template, item] of Object.entries(document.paths)) {
    for (const method of ['post', 'put', 'patch'] as const) {
      const operation = item[method];
      // Files have no example.
      if (operation?.requestBody?.content['application/json'] === undefined) continue;
      it(`are valid and refer to records that exist: ${operation.operationId}`, async () => {
        const [status, code] = await send(template, method, operation);
        // A record that has the same name already, one of another user, a missing filter: the body is not to blame for these.
        const isFine = status < 300 || ['E_POLICY', 'E_UNBOUNDED', 'E_CONFLICT'].includes(code);
        expect(isFine, `${status} ${code}`).to.equal(true);
      });
    }
  }

  async function send(template: string, method: string, operation: Operation): Promise<[number, string]> {
    const [type = '', media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    const response = await fetch(tracker.url + template.replace(/\{\w+\}/g, '1'), {
      method: method.toUpperCase(),
      headers: { ...requiredHeaders(operation), Authorization: `Bearer ${tracker.token}`, 'Content-Type': type },
      body: JSON.stringify(media?.example),
    });
    const { code = '', field = '' } = (await response.json()) as { code?: string; field?: string };
    return [response.status, code === 'E_CONFLICT' && !UNIQUE.includes(field) ? `${code} ${field}` : code];
  }
});

// --- internal ---

/** What the seed has already: a name, a membership. */
const UNIQUE = ['name', 'organization_id', 'user_id', ''];

function requiredHeaders({ parameters = [] }: Operation): Record<string, string> {
  const all = parameters.map((one) => {
    const { $ref } = one as { $ref?: string };
    return $ref === undefined ? (one as Parameter) : document.components?.parameters?.[$ref.split('/').at(-1) ?? ''];
  });
  const needed = all.flatMap((one) => (one?.in === 'header' && one.required ? [[one.name, String(one.example)]] : []));
  return Object.fromEntries(needed);
}
