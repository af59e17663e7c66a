import { readFileSync, writeFileSync } from 'node:fs';
import { createOpenApi } from '@rest-gen/openapi';
import { expect } from 'chai';
import { writeClient } from '../../src/commands/client.ts';
import { serveIssues } from './serve-issues.ts';

describe('the generated client', () => {
  it('is api.ts of this folder; to write it: WRITE_CLIENT=1', async () => {
    const service = await serveIssues();
    const document = await createOpenApi(service.router, { info: { title: 'Issues', version: '1.0.0' } });
    await service.close();
    const text = writeClient(document);
    const file = new URL('api.ts', import.meta.url);
    if (process.env.WRITE_CLIENT) writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).to.equal(text);
  });
});
