import { createOpenApi, type OpenApiDocument, type PathItem } from '@rest-gen/openapi';
import { serveIssues } from '../serve-issues.ts';

/** The document of the service of issues, whose list has changes. Its own action has the name of a method. */
export async function openChangingDocument(): Promise<OpenApiDocument> {
  const service = await serveIssues();
  const document = await createOpenApi(service.router, { info: { title: 'Issues', version: '1.0.0' } });
  await service.close();
  const { get } = document.paths['/issue'] as PathItem;
  get?.parameters?.push(
    { name: 'offset', in: 'query', schema: { type: 'string' } },
    { name: 'live', in: 'query', schema: { type: 'string', enum: ['sse', 'long-poll'] } },
  );
  return JSON.parse(JSON.stringify(document).replaceAll('archiveIssue', 'liveIssue')) as OpenApiDocument;
}
