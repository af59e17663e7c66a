/** A value of `JSON.parse`. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** JSON Schema 2020-12, as in OpenAPI 3.1. */
export interface Schema {
  [keyword: string]: unknown;
}

/** `{ "$ref": "#/components/schemas/Post" }` */
export interface Reference {
  $ref: string;
}

/** Specification extensions: `x-multi-segment`. */
export interface Extensible {
  [extension: `x-${string}`]: unknown;
}

export interface Info extends Extensible {
  title: string;
  /** The version of the service, not of OpenAPI. */
  version: string;
  summary?: string;
  /** CommonMark. */
  description?: string;
  termsOfService?: string;
  contact?: { name?: string; url?: string; email?: string };
  license?: { name: string; identifier?: string; url?: string };
}

export interface Server extends Extensible {
  url: string;
  description?: string;
  variables?: Record<string, { default: string; enum?: string[]; description?: string }>;
}

export interface Tag extends Extensible {
  name: string;
  description?: string;
  externalDocs?: ExternalDocs;
}

export interface ExternalDocs extends Extensible {
  url: string;
  description?: string;
}

/** Security schemes by name, all required, with their scopes: `{ bearer: [] }`. */
export type SecurityRequirement = Record<string, string[]>;

/** `{ type: 'http', scheme: 'bearer' }`, copied as it is. */
export interface SecurityScheme extends Extensible {
  type: 'apiKey' | 'http' | 'mutualTLS' | 'oauth2' | 'openIdConnect';
  description?: string;
  name?: string;
  in?: 'query' | 'header' | 'cookie';
  scheme?: string;
  bearerFormat?: string;
  flows?: Record<
    string,
    { authorizationUrl?: string; tokenUrl?: string; refreshUrl?: string; scopes: Record<string, string> }
  >;
  openIdConnectUrl?: string;
}

export interface MediaType extends Extensible {
  schema?: Schema;
  /** OpenAPI 3.2: the schema of each item of a sequence, such as a line. */
  itemSchema?: Schema;
  example?: JsonValue;
  encoding?: Record<string, { contentType?: string; style?: string; explode?: boolean }>;
}

export interface Parameter extends Extensible {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  required?: boolean;
  deprecated?: boolean;
  style?: string;
  explode?: boolean;
  schema: Schema;
  example?: JsonValue;
}

/** A response header. */
export interface Header extends Extensible {
  description?: string;
  required?: boolean;
  schema: Schema;
  example?: JsonValue;
}

export interface RequestBody extends Extensible {
  description?: string;
  required?: boolean;
  /** Contents by media type. */
  content: Record<string, MediaType>;
}

export interface Response extends Extensible {
  description: string;
  headers?: Record<string, Header | Reference>;
  /** Contents by media type. */
  content?: Record<string, MediaType>;
}

export interface Operation extends Extensible {
  tags: string[];
  summary?: string;
  description?: string;
  operationId: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: RequestBody;
  /** Responses by status. */
  responses: Record<string, Response | Reference>;
  deprecated?: boolean;
  security?: SecurityRequirement[];
}

/** The operations of one path. */
export interface PathItem extends Extensible {
  summary?: string;
  description?: string;
  parameters?: (Parameter | Reference)[];
  get?: Operation;
  put?: Operation;
  post?: Operation;
  delete?: Operation;
  options?: Operation;
  head?: Operation;
  patch?: Operation;
  /** OpenAPI 3.2. */
  query?: Operation;
}

export interface Components {
  schemas?: Record<string, Schema>;
  responses?: Record<string, Response>;
  parameters?: Record<string, Parameter>;
  headers?: Record<string, Header>;
  securitySchemes?: Record<string, SecurityScheme>;
  /** Schemas of the bodies of QUERY, in OpenAPI 3.1. */
  'x-query'?: Record<string, Schema>;
}

/**
 * An OpenAPI document: plain JSON in a deterministic order.
 *
 * @see docs/openapi.md#contents
 */
export interface OpenApiDocument extends Extensible {
  openapi: string;
  info: Info;
  servers?: Server[];
  security?: SecurityRequirement[];
  tags?: Tag[];
  externalDocs?: ExternalDocs;
  /** Paths by template: `/post/{id}`. */
  paths: Record<string, PathItem>;
  components?: Components;
}
