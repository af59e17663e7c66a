import type { ServiceDescription } from '@rest-gen/router';
import type { ExternalDocs, Info, SecurityRequirement, SecurityScheme, Server } from './types.ts';

/** What a document is made of: a `RestRouter`, or anything else that describes a service. */
export interface Described {
  /** Resolves when `describe` can be called. */
  readonly ready?: Promise<void>;
  describe(): ServiceDescription;
}

export interface OpenApiOptions {
  /** Title and version of the service: `{ title: 'Blog', version: '1.0.0' }`. */
  readonly info: Info;
  /** Where the service is; with a path where the router is mounted below one: `[{ url: '/api' }]`. Default `[{ url: '/' }]`. */
  readonly servers?: readonly Server[] | undefined;
  /** Only the paths that begin with `/v1`, and those whose controller is in `v1/`. Default: all. */
  readonly version?: string | undefined;
  /** Which schemes a request needs, one of the list; handed on as it is. Default: none. */
  readonly security?: readonly SecurityRequirement[] | undefined;
  /** By name; handed on as they are. */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>> | undefined;
  readonly externalDocs?: ExternalDocs | undefined;
  /** `'3.2'` has the method QUERY; in `'3.1'` it is noted as `x-query` of its path. Default `'3.1'`. */
  readonly openapi?: '3.1' | '3.2' | undefined;
}
