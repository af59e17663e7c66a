import type { ServiceDescription } from '@rest-gen/router';
import type { ExternalDocs, Info, OpenApiDocument, SecurityRequirement, SecurityScheme, Server } from './types.ts';

/**
 * The source of a document: a `RestRouter`, or another object that describes a service.
 *
 * @see docs/openapi.md#create-a-document
 */
export interface Described {
  /** Resolves when `describe` can be called. */
  readonly ready?: Promise<void>;
  describe(): ServiceDescription;
}

/**
 * The security requirements of an operation; none when `undefined`.
 *
 * @see docs/openapi.md#security
 */
export type SecurityOf = (operation: SecuredOperation) => readonly SecurityRequirement[] | undefined;

/**
 * An operation, as passed to the function of the option `security`.
 *
 * @see docs/openapi.md#security
 */
export interface SecuredOperation {
  /** `v1/post` */
  readonly controller: string;
  /** `POST` */
  readonly method: string;
  /** `postAction` */
  readonly action: string;
  /** `/v1/post/{id}` */
  readonly path: string;
}

/**
 * Options of `createOpenApi`; all are optional.
 *
 * @see docs/openapi.md#create-a-document
 */
export interface OpenApiOptions {
  /**
   * Title and version of the service: `{ title: 'Blog', version: '1.0.0' }`. What is missing comes from the
   * `package.json` above the rules.
   */
  readonly info?: Partial<Info> | undefined;
  /** The address of the service, with the path of the router: `[{ url: '/api' }]`. Default `[{ url: '/' }]`. */
  readonly servers?: readonly Server[] | undefined;
  /** Selects the paths that begin with `/v1`, and those whose controller is in `v1/`. Default: all. */
  readonly version?: string | undefined;
  /**
   * Security requirements, of which a request needs one; or a function that returns those of an operation. With
   * policies, operations that they allow without a user need none of the list. Default: none.
   */
  readonly security?: readonly SecurityRequirement[] | SecurityOf | undefined;
  /** Security schemes by name; copied as they are. */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>> | undefined;
  readonly externalDocs?: ExternalDocs | undefined;
  /** `'3.2'` includes the method QUERY; `'3.1'` has it as `x-query` of its path. Default `'3.1'`. */
  readonly openapi?: '3.1' | '3.2' | undefined;
  /** Changes the finished document, which is plain JSON. */
  readonly document?: ((document: OpenApiDocument) => void | Promise<void>) | undefined;
}
