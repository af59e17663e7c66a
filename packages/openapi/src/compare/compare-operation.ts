import type { Header, MediaType, Operation, RequestBody, Response, Schema } from '../types.ts';
import { compareParameters } from './compare-parameters.ts';
import { compareSchemas } from './compare-schemas.ts';
import { follow } from './pointer.ts';
import type { ChangeCode, Comparison, Direction, OperationComparison } from './types.ts';

/** Compare an operation with its new version. */
export function compareOperation(at: OperationComparison, before: Operation, after: Operation): void {
  if (after.deprecated === true && before.deprecated !== true)
    say(at, false, 'operation-deprecated', '', 'is deprecated');
  compareSecurity(at, before, after);
  compareParameters(at, before, after);
  compareBodies(at, before.requestBody, after.requestBody);
  compareResponses(at, before, after);
}

// --- internal ---

function say(at: OperationComparison, breaking: boolean, code: ChangeCode, path: string, message: string): void {
  at.report({ breaking, code, pointer: `${at.pointer}${path}`, message: `${at.name} ${message}.` });
}

/** Removing a security requirement breaks no client. */
function compareSecurity(at: OperationComparison, before: Operation, after: Operation): void {
  const earlier = JSON.stringify(before.security ?? at.before.security ?? []);
  const later = JSON.stringify(after.security ?? at.after.security ?? []);
  if (earlier !== later)
    say(
      at,
      later !== '[]' && !later.includes('{}'),
      'security-changed',
      '',
      'needs other security schemes than before',
    );
}

function compareBodies(at: OperationComparison, before: RequestBody | undefined, after: RequestBody | undefined): void {
  if (before === undefined && after === undefined) return;
  const path = '/requestBody';
  if (after === undefined) say(at, true, 'body-removed', path, 'takes no body any more');
  else if (before === undefined)
    say(at, after.required === true, 'body-added', path, `${after.required ? 'needs' : 'takes'} a body now`);
  else {
    if (after.required === true && before.required !== true) say(at, true, 'body-required', path, 'needs its body now');
    if (after.required !== true && before.required === true)
      say(at, false, 'body-optional', path, 'does not need its body any more');
    compareContent(at, 'request', path, before.content, after.content);
  }
}

function compareResponses(at: OperationComparison, before: Operation, after: Operation): void {
  for (const [status, given] of Object.entries(before.responses)) {
    const { value: answer, pointer } = follow<Response>(at.before, given, `${at.pointer}/responses/${status}`);
    const next = after.responses[status];
    if (next === undefined)
      say(at, isSuccess(status), 'status-removed', `/responses/${status}`, `does not answer ${status} any more`);
    else {
      const { value: later } = follow<Response>(at.after, next, '');
      const path = pointer.startsWith(at.pointer) ? pointer.slice(at.pointer.length) : undefined;
      compareHeaders(at, `/responses/${status}`, answer, later);
      const place = path === undefined ? { ...at, pointer } : at;
      compareContent(place, 'response', path ?? '', answer.content ?? {}, later.content ?? {});
    }
  }
  for (const status of Object.keys(after.responses)) {
    if (before.responses[status] === undefined)
      say(at, isSuccess(status), 'status-added', `/responses/${status}`, `answers ${status} now`);
  }
}

/** Clients must know every success status, but must expect unknown errors. */
function isSuccess(status: string): boolean {
  return status.startsWith('2') || status.startsWith('3');
}

function compareHeaders(
  at: OperationComparison,
  path: string,
  { headers: before = {} }: Response,
  { headers: after = {} }: Response,
): void {
  for (const [name, given] of Object.entries(before)) {
    const next = after[name];
    const place = `${path}/headers/${name}`;
    if (next === undefined) say(at, true, 'header-removed', place, `does not answer with ${name} any more`);
    else if (isAlways(at.before, given) && !isAlways(at.after, next))
      say(at, true, 'header-optional', place, `does not always answer with ${name} any more`);
  }
  for (const name of Object.keys(after)) {
    if (before[name] === undefined)
      say(at, false, 'header-added', `${path}/headers/${name}`, `answers with ${name} now`);
  }
}

function isAlways(document: Comparison['before'], given: unknown): boolean {
  return follow<Header>(document, given, '').value?.required === true;
}

type Content = Readonly<Record<string, MediaType>>;

function compareContent(
  at: OperationComparison,
  direction: Direction,
  path: string,
  before: Content,
  after: Content,
): void {
  for (const [type, media] of Object.entries(before)) {
    const place = `${path}/content/${type.replaceAll('/', '~1')}`;
    const next = after[type];
    if (next === undefined)
      say(
        at,
        true,
        'media-type-removed',
        place,
        `does not ${direction === 'request' ? 'take' : 'answer'} ${type} any more`,
      );
    else
      compareSchemas(at, direction, {
        pointer: `${at.pointer}${place}/schema`,
        before: schemaOf(media),
        after: schemaOf(next),
      });
  }
  for (const type of Object.keys(after)) {
    const place = `${path}/content/${type.replaceAll('/', '~1')}`;
    if (before[type] === undefined)
      say(at, false, 'media-type-added', place, `${direction === 'request' ? 'takes' : 'answers'} ${type} now`);
  }
}

function schemaOf({ schema, itemSchema }: MediaType): Schema {
  return schema ?? itemSchema ?? {};
}
