import type { OpenApiDocument } from '../types.ts';

/**
 * What a change is about.
 *
 * `schema-narrowed`: fewer values pass than before; `schema-widened`: more; `schema-changed`: others. A request may be widened and an answer narrowed
 * without harm.
 */
export type ChangeCode =
  | 'server-removed'
  | 'security-changed'
  | 'path-removed'
  | 'path-added'
  | 'operation-removed'
  | 'operation-added'
  | 'operation-deprecated'
  | 'parameter-removed'
  | 'parameter-added'
  | 'parameter-required'
  | 'parameter-optional'
  | 'body-removed'
  | 'body-added'
  | 'body-required'
  | 'body-optional'
  | 'media-type-removed'
  | 'media-type-added'
  | 'status-removed'
  | 'status-added'
  | 'header-removed'
  | 'header-added'
  | 'header-optional'
  | 'property-removed'
  | 'property-added'
  | 'property-required'
  | 'property-optional'
  | 'schema-narrowed'
  | 'schema-widened'
  | 'schema-changed';

/** A difference between two documents. */
export interface Change {
  /** A client that was written for the document before can fail on the one after. */
  readonly breaking: boolean;
  readonly code: ChangeCode;
  /** JSON Pointer into the document before, or into the one after for what is new: `/paths/~1post/get`. */
  readonly pointer: string;
  readonly message: string;
}

/** Who reads what a schema describes: the server (`request`), or the client (`response`). */
export type Direction = 'request' | 'response';

/** Two documents, and where to say how they differ. */
export interface Comparison {
  readonly before: OpenApiDocument;
  readonly after: OpenApiDocument;
  report(change: Change): void;
}
