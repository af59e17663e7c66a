import { addLogicKeywords } from '@rest-gen/logic';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from '../../src/index.ts';
import { type Answer, checkAnswer } from './check-answer.ts';
import { type MadeRequest, makeRequest } from './make-request.ts';
import { type Documented, readOperations } from './read-operations.ts';

/** The results of one resource. */
export interface Tally {
  readonly tag: string;
  sent: number;
  /** By status. */
  readonly statuses: Map<number, number>;
  /** Problem → the requests that showed it. */
  readonly problems: Map<string, string[]>;
}

/**
 * Send requests generated from a document, half of them invalid, and compare the responses with it.
 *
 * @param count - requests for each resource (tag)
 * @param send - sends a request to the service of the document
 */
export async function fuzz(
  document: OpenApiDocument,
  count: number,
  seed: number,
  send: (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string | undefined,
  ) => Promise<Answer>,
): Promise<Tally[]> {
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  addLogicKeywords(ajv);
  ajv.addFormat('uri-reference', true);
  ajv.addSchema(document, 'api');
  const operations = readOperations(document);
  const ids = new Map<string, string[]>();
  const known = (template: string, parameter: string): string[] => {
    const before = template.slice(0, template.indexOf(`/{${parameter}}`));
    return ids.get(before) ?? ids.get(before.replace(/\{[^}]+\}/g, '*')) ?? [];
  };
  const tallies: Tally[] = [];
  for (const tag of new Set(operations.map((one) => one.tag))) {
    const own = operations.filter((one) => one.tag === tag);
    const tally: Tally = { tag, sent: 0, statuses: new Map(), problems: new Map() };
    for (let turn = 0; tally.sent < count && turn < count * 2; turn += 1) {
      const operation = own[turn % own.length] as Documented;
      const request = makeRequest(
        { document, ajv, known },
        operation,
        Math.floor(turn / own.length) % 2 === 1,
        seed + turn * 1_000,
      );
      if (request === undefined) continue;
      const answer = await send(operation.method, request.path, request.headers, request.body);
      tally.sent += 1;
      tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1);
      note(tally, request, answer, checkAnswer(ajv, request, answer));
      remember(ids, answer);
    }
    tallies.push(tally);
  }
  return tallies;
}

// --- internal ---

function note(
  { problems }: Tally,
  { operation, path, body, headers }: MadeRequest,
  { status, text }: Answer,
  problem: string | undefined,
): void {
  if (problem === undefined) return;
  const key = `${operation.name}: ${problem}`;
  const shown = `${operation.method} ${path} ${JSON.stringify(headers)} ${body ?? ''} -> ${status} ${text}`;
  problems.set(key, [...(problems.get(key) ?? []), shown]);
}

/** Keep the ids of the newest records only, because some get deleted. */
function remember(ids: Map<string, string[]>, { status, headers }: Answer): void {
  const location = status === 201 ? headers.location : undefined;
  if (typeof location !== 'string') return;
  const at = location.lastIndexOf('/');
  for (const key of [location.slice(0, at), location.slice(0, at).replace(/\/\d+(?=\/|$)/g, '/*')]) {
    ids.set(key, [...(ids.get(key) ?? []), decodeURIComponent(location.slice(at + 1))].slice(-20));
  }
}
