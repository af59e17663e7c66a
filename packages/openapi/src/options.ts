import type { ServiceDescription } from '@rest-gen/router';
import type { ExternalDocs, Info, SecurityRequirement, SecurityScheme, Server } from './types.ts';

/** The source of a document: a `RestRouter`, or another object that describes a service. */
export interface Described {
  /** Resolves when `describe` can be called. */
  readonly ready?: Promise<void>;
  describe(): ServiceDescription;
}

export interface OpenApiOptions {
  /** Title and version of the service: `{ title: 'Blog', version: '1.0.0' }`. */
  readonly info: Info;
  /** The address of the service, with the path of the router: `[{ url: '/api' }]`. Default `[{ url: '/' }]`. */
  readonly servers?: readonly Server[] | undefined;
  /** Only the paths that begin with `/v1`, and those whose controller is in `v1/`. Default: all. */
  readonly version?: string | undefined;
  /** Security requirements, of which a request needs one; copied as they are. Default: none. */
  readonly security?: readonly SecurityRequirement[] | undefined;
  /** Security schemes by name; copied as they are. */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>> | undefined;
  readonly externalDocs?: ExternalDocs | undefined;
  /** `'3.2'` includes the method QUERY; `'3.1'` has it as `x-query` of its path. Default `'3.1'`. */
  readonly openapi?: '3.1' | '3.2' | undefined;
}
