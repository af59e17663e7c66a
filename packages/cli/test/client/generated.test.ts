import { readFileSync, writeFileSync } from 'node:fs';
import { createOpenApi, type OpenApiDocument } from '@rest-gen/openapi';
import { expect } from 'chai';
import { openTracker } from '../../../plans/test/open-tracker.ts';
import { writeClient } from '../../src/commands/client.ts';
import { openChangingDocument } from './changing/document.ts';
import { serveIssues } from './serve-issues.ts';

describe('the generated client', () => {
  it('is api.ts of this folder; to write it: WRITE_CLIENT=1', async () => {
    const service = await serveIssues();
    const document = await createOpenApi(service.router, { info: { title: 'Issues', version: '1.0.0' } });
    await service.close();
    compare('api.ts', document);
  });

  it('of a service with plans is planned/api.ts', async () => {
    const tracker = await openTracker();
    const document = await createOpenApi(tracker.router, { info: { title: 'Issues', version: '1.0.0' } });
    await tracker.close();
    compare('planned/api.ts', document);
  });

  it('of a service with changes is changing/api.ts', async () => {
    compare('changing/api.ts', await openChangingDocument());
  });
});

function compare(name: string, document: OpenApiDocument): void {
  const text = writeClient(document);
  const file = new URL(name, import.meta.url);
  if (process.env.WRITE_CLIENT) writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).to.equal(text);
}
