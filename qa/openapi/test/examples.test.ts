import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type StartedTracker, startTracker } from '../../../examples/tracker/test/start-tracker.ts';
import type { OpenApiDocument, Operation, Parameter } from '../../../packages/openapi/src/index.ts';

const file = new URL('../generated/tracker.json', import.meta.url);
const document = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;

describe('the examples of bodies in the document of examples/tracker', () => {
  let tracker: StartedTracker;
  let token: string;
  before(async () => {
    tracker = await startTracker();
    token = await tracker.tokenOf(1);
  });
  after(() => tracker.stop());

  for (const [template, item] of Object.entries(document.paths)) {
    for (const method of ['post', 'put', 'patch'] as const) {
      const operation = item[method];
      // Files have no example.
      if (operation?.requestBody?.content['application/json'] === undefined) continue;
      it(`are valid and refer to records that exist: ${operation.operationId}`, async () => {
        const [status, code] = await send(template, method, operation);
        // These refusals are not about the example: the name exists already, the record is another user's, a filter is missing. An example cannot have a
        // valid password, or a token that was mailed.
        const isFine = status < 300 || ['E_POLICY', 'E_UNBOUNDED', 'E_CONFLICT', 'E_SIGN_IN', 'valid'].includes(code);
        expect(isFine, `${status} ${code}`).to.equal(true);
      });
    }
  }

  async function send(template: string, method: string, operation: Operation): Promise<[number, string]> {
    const [type = '', media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    const response = await fetch(tracker.url + template.replace(/\{\w+\}/g, '1'), {
      method: method.toUpperCase(),
      headers: { ...requiredHeaders(operation), Authorization: `Bearer ${token}`, 'Content-Type': type },
      body: JSON.stringify(media?.example),
    });
    const text = await response.text();
    const { code = '', field = '', errors = [] } = (text === '' ? {} : JSON.parse(text)) as Answer;
    if (errors.length > 0 && errors.every(({ rule }) => rule === 'valid')) return [response.status, 'valid'];
    return [response.status, code === 'E_CONFLICT' && !UNIQUE.includes(field) ? `${code} ${field}` : code];
  }
});

// --- internal ---

interface Answer {
  readonly code?: string;
  readonly field?: string;
  readonly errors?: readonly { readonly rule: string }[];
}

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
