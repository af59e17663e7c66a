import { operationsByMethod } from '../operations-of.ts';
import type { OpenApiDocument, Operation } from '../types.ts';

/** An operation in the pages. */
export interface ListedOperation {
  /** `GET` */
  readonly method: string;
  readonly path: string;
  readonly summary: string | undefined;
  readonly deprecated: boolean;
  /** Its fragment in the viewer: `#/post/listPost`. */
  readonly fragment: string;
}

/**
 * List the operations of a document under their first tag, in the order of the viewer: tags as listed, a collection
 * before its items.
 */
export function listOperations(document: OpenApiDocument): Map<string, ListedOperation[]> {
  const byTag = new Map<string, ListedOperation[]>();
  for (const { name } of document.tags ?? []) byTag.set(name, []);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [member, operation] of operationsByMethod(item)) {
      const tag = operation.tags[0] ?? 'default';
      byTag.set(tag, [...(byTag.get(tag) ?? []), describe(member.replace('x-', ''), path, tag, operation)]);
    }
  }
  for (const operations of byTag.values()) operations.sort((a, b) => a.path.localeCompare(b.path, 'en'));
  return byTag;
}

// --- internal ---

function describe(method: string, path: string, tag: string, operation: Operation): ListedOperation {
  return {
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    deprecated: operation.deprecated === true,
    fragment: `#/${encodeURIComponent(tag)}/${encodeURIComponent(operation.operationId)}`,
  };
}
