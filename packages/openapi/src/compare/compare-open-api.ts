import { operationsByMethod } from '../operations-of.ts';
import type { OpenApiDocument, Operation, Parameter, PathItem, Reference } from '../types.ts';
import { compareOperation } from './compare-operation.ts';
import { toPointer } from './pointer.ts';
import type { Change, Comparison } from './types.ts';

/**
 * List the differences between two documents, and which of them break clients.
 *
 * Requests may become more permissive and responses stricter; the opposite is breaking. New properties in responses and
 * new error statuses are not breaking. Names of path parameters and components, descriptions and examples are ignored.
 *
 * @returns changes in document order; a schema that is used in many places is listed once
 * @see docs/openapi.md#compare-documents
 */
export function compareOpenApi(before: OpenApiDocument, after: OpenApiDocument): Change[] {
  const found = new Map<string, Change>();
  const report = (change: Change) => found.set(JSON.stringify(change), change);
  const comparison: Comparison = { before, after, report };
  compareServers(comparison);
  const later = byForm(after);
  for (const [form, { template, item }] of byForm(before)) {
    const match = later.get(form);
    if (match !== undefined) comparePath(comparison, template, item, match);
    else
      report({
        breaking: true,
        code: 'path-removed',
        pointer: toPointer('paths', template),
        message: `${template} is gone.`,
      });
  }
  const earlier = byForm(before);
  for (const [form, { template }] of later) {
    if (earlier.has(form)) continue;
    report({
      breaking: false,
      code: 'path-added',
      pointer: toPointer('paths', template),
      message: `${template} is new.`,
    });
  }
  return [...found.values()];
}

// --- internal ---

interface Located {
  readonly template: string;
  readonly item: PathItem;
}

/** Paths by a key that ignores parameter names. */
function byForm({ paths }: OpenApiDocument): Map<string, Located> {
  return new Map(
    Object.entries(paths).map(([template, item]) => [template.replace(/\{[^{}]*\}/g, '{}'), { template, item }]),
  );
}

function compareServers({ before, after, report }: Comparison): void {
  const left = new Set((after.servers ?? [{ url: '/' }]).map(({ url }) => url));
  for (const [index, { url }] of (before.servers ?? [{ url: '/' }]).entries()) {
    if (left.has(url)) continue;
    report({
      breaking: true,
      code: 'server-removed',
      pointer: toPointer('servers', index),
      message: `The server ${url} is gone.`,
    });
  }
}

function comparePath(comparison: Comparison, template: string, item: PathItem, match: Located): void {
  const later = operationsByMethod(match.item);
  const earlier = operationsByMethod(item);
  for (const [method, operation] of earlier) {
    const pointer = toPointer('paths', template, method);
    const name = `${method.replace('x-', '').toUpperCase()} ${template}`;
    const next = later.get(method);
    if (next !== undefined)
      compareOperation({ ...comparison, pointer, name }, withShared(item, operation), withShared(match.item, next));
    else comparison.report({ breaking: true, code: 'operation-removed', pointer, message: `${name} is gone.` });
  }
  for (const method of later.keys()) {
    if (earlier.has(method)) continue;
    const name = `${method.replace('x-', '').toUpperCase()} ${match.template}`;
    const pointer = toPointer('paths', match.template, method);
    comparison.report({ breaking: false, code: 'operation-added', pointer, message: `${name} is new.` });
  }
}

/** Add the parameters of the path, unless the operation overrides them. */
function withShared({ parameters: shared = [] }: PathItem, operation: Operation): Operation {
  if (shared.length === 0) return operation;
  const own = operation.parameters ?? [];
  const keyOf = (one: Parameter | Reference) => ('$ref' in one ? one.$ref : `${one.in} ${one.name}`);
  const taken = new Set(own.map(keyOf));
  return { ...operation, parameters: [...own, ...shared.filter((one) => !taken.has(keyOf(one)))] };
}
