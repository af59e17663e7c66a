import type { OpenApiDocument } from '../types.ts';

/**
 * The kind of a change.
 *
 * `schema-narrowed`: fewer values are valid; `schema-widened`: more; `schema-changed`: others. Widening a request or
 * narrowing a response is not breaking.
 *
 * @see docs/openapi.md#compare-documents
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

/**
 * A difference between two documents.
 *
 * @see docs/openapi.md#compare-documents
 */
export interface Change {
  /** A client written for the old document can fail with the new one. */
  readonly breaking: boolean;
  readonly code: ChangeCode;
  /** JSON Pointer into the old document, or into the new one for additions: `/paths/~1post/get`. */
  readonly pointer: string;
  readonly message: string;
}

/** The direction of a schema: sent to the server, or to the client. */
export type Direction = 'request' | 'response';

/** Two documents, and the list of changes. */
export interface Comparison {
  readonly before: OpenApiDocument;
  readonly after: OpenApiDocument;
  report(change: Change): void;
}

/** One operation in both documents. */
export interface OperationComparison extends Comparison {
  /** JSON Pointer in the old document. */
  readonly pointer: string;
  /** `GET /post` */
  readonly name: string;
}
