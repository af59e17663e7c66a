import type * as OpenApi from '@rest-gen/openapi';
import type { Change, OpenApiDocument, OpenApiOptions } from '@rest-gen/openapi';
import type { Host } from './host.ts';

/** Describe the service as an OpenAPI document. */
export interface OpenApiTask {
  readonly kind: 'openapi';
  readonly options: OpenApiOptions;
  /** A document to compare with. */
  readonly before?: OpenApiDocument;
}

export interface OpenApiReply {
  readonly document: OpenApiDocument;
  /** How it differs from the one before. */
  readonly changes?: readonly Change[];
}

export async function openApi({ options, before }: OpenApiTask, host: Host): Promise<OpenApiReply> {
  const { compareOpenApi, createOpenApi } = await host.load<typeof OpenApi>('@rest-gen/openapi');
  const document = await createOpenApi(await host.router(), options);
  if (before === undefined) return { document };
  return { document, changes: compareOpenApi(before, document) };
}
