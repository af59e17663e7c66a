import { join } from 'node:path';
import { createOpenApi, type OpenApiDocument } from '@rest-gen/openapi';
import { expect } from 'chai';
import { compile } from '../../../../test/compilers.ts';
import { writeClient } from '../../src/commands/client.ts';
import { makeDirectory, put, removeDirectories, WORKSPACE } from '../fixture.ts';
import { serveIssues } from './serve-issues.ts';

after(removeDirectories);

const COUNT = 100;

describe('the types of a client of 100 resources', function () {
  this.timeout(60_000);

  it('take at most 3,000 instantiations', async () => {
    const service = await serveIssues();
    const document = await createOpenApi(service.router, { info: { title: 'Issues', version: '1.0.0' } });
    await service.close();
    const root = makeDirectory();
    put(root, 'api.ts', writeClient(multiply(document)));
    const uses = Array.from({ length: COUNT }, (_, index) => useOf(`issue${index}`));
    put(root, 'use.ts', `import { createApi } from './api.ts';\nconst api = createApi();\n${uses.join('')}`);
    put(root, 'tsconfig.json', JSON.stringify(CONFIGURATION));
    put(root, 'package.json', '{ "type": "module" }');
    const report = await compile('typescript', ['-p', root, '--extendedDiagnostics']);
    expect(report).not.to.contain('error');
    expect(Number(/^Instantiations:\s+(\d+)$/m.exec(report)?.[1])).to.be.within(1, 3_000);
  });
});

// --- internal ---

const CONFIGURATION = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    module: 'NodeNext',
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,

    paths: { '@rest-gen/client': [join(WORKSPACE, 'packages/client/dist/index.d.ts')] },
  },
  files: ['use.ts'],
};

/** The document with the resource `issue` a hundred times. */
function multiply(document: OpenApiDocument): OpenApiDocument {
  const copies = Array.from({ length: COUNT }, (_, index) => {
    const text = JSON.stringify(document).replaceAll('issue', `issue${index}`).replaceAll('Issue', `Issue${index}`);
    return JSON.parse(text) as OpenApiDocument;
  });
  const merge = (part: 'schemas' | 'parameters') =>
    Object.assign({}, ...copies.map(({ components }) => components?.[part]));
  return {
    ...document,
    paths: Object.assign({}, ...copies.map(({ paths }) => paths)),
    components: { schemas: merge('schemas'), parameters: merge('parameters') },
  };
}

function useOf(name: string): string {
  return `
{
  const issue = await api.${name}.create({ title: 'a', state: 'open' });
  const read = await api.${name}.get(issue.id, { include: ['comments'] });
  await api.${name}.update(read, { due: read.comments?.[0]?.body ?? null });
  for await (const one of api.${name}.list({ where: { title: { contains: 'a' } }, sort: '-id' })) one.title.trim();
  const { records } = await api.${name}.list({ fields: ['id'] }).page();
  records[0]?.id?.toFixed();
  await api.${name}.archive(1, { reason: 'done' });
  await api.${name}.deleteWhere({ id: { in: [1, 2] } }, { max: 2 });
}
`;
}
