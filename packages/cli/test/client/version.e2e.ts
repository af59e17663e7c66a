import { compareOpenApi, createOpenApi, type OpenApiDocument } from '@rest-gen/openapi';
import { expect } from 'chai';
import { STORES } from '../../../model/test/each-store.ts';
import { writeClient } from '../../src/commands/client.ts';
import type { Service } from './serve-issues.ts';
import { testClient } from './test-client.ts';
import { serveOld, serveVersion } from './version/serve-version.ts';

for (const [store, make] of STORES) {
  const serve = async (open: (url: string) => Promise<Service>): Promise<Service> => {
    const database = await make();
    const service = await open(database.url);
    const close = async (): Promise<void> => {
      await service.close();
      await database.drop();
    };
    return { ...service, close };
  };

  testClient(`the client of a release, with a version on other tables (${store})`, () => serve(serveVersion));

  it(`the document of the version is that of the release (${store})`, async () => {
    const documents: OpenApiDocument[] = [];
    for (const open of [serveOld, serveVersion]) {
      const service = await serve(open);
      documents.push(await createOpenApi(service.router, { info: { title: 'Issues', version: '1.0.0' } }));
      await service.close();
    }
    const [old, version] = documents as [OpenApiDocument, OpenApiDocument];
    expect(compareOpenApi(old, version)).to.deep.equal([]);
    expect(version).to.deep.equal(old);
    expect(writeClient(version)).to.equal(writeClient(old));
  });
}
