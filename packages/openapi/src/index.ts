export { compareOpenApi } from './compare/compare-open-api.ts';
export type { Change, ChangeCode } from './compare/types.ts';
export { createOpenApi } from './create-open-api.ts';
export { createDocs } from './docs/create-docs.ts';
export type { DocsOptions, Documented } from './docs/options.ts';
export { OpenApiError, type OpenApiErrorCode } from './errors.ts';
export type { Described, OpenApiOptions, SecuredOperation, SecurityOf } from './options.ts';
export type {
  Components,
  ExternalDocs,
  Header,
  Info,
  JsonValue,
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  PathItem,
  Reference,
  RequestBody,
  Response,
  Schema,
  SecurityRequirement,
  SecurityScheme,
  Server,
  Tag,
} from './types.ts';
