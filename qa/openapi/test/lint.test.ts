import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { createOpenApi, type OpenApiDocument, type OpenApiOptions } from '../../../packages/openapi/src/index.ts';
import { openBlog, options } from '../../../packages/openapi/test/blog.ts';

const REDOCLY = fileURLToPath(new URL('../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

/** Documents that differ in what can be asked for. */
const VARIANTS: Readonly<Record<string, Partial<OpenApiOptions>>> = {
  'as it is': {},
  'of version v1': { version: 'v1' },
  'of OpenAPI 3.2': { openapi: '3.2' },
  'with security': {
    security: [{ bearer: [] }],
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    servers: [{ url: 'https://blog.test/api' }],
  },
};

describe('the document of examples/blog', () => {
  let folder: string;
  const documents = new Map<string, OpenApiDocument>();

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'openapi-lint-'));
    const { router, models } = await openBlog();
    for (const [name, more] of Object.entries(VARIANTS))
      documents.set(name, await createOpenApi(router, { ...options, ...more }));
    await models.close();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const name of Object.keys(VARIANTS)) {
    it(`${name} is one by its schema`, async () => {
      const { valid, errors } = await new Validator().validate(copy(documents.get(name)));
      expect(errors ?? []).to.eql([]);
      expect(valid).to.equal(true);
    });

    it(`${name} passes the recommended rules of Redocly without a warning`, async () => {
      const file = join(folder, 'openapi.json');
      writeFileSync(file, JSON.stringify(documents.get(name)));
      const { status, problems } = await lint(file);
      expect(problems).to.eql([]);
      expect(status).to.equal(0);
    });
  }

  it('with a mistake does not pass', async () => {
    const file = join(folder, 'wrong.json');
    const { info: _, ...wrong } = documents.get('as it is') as OpenApiDocument;
    writeFileSync(file, JSON.stringify(wrong));
    expect((await lint(file)).problems).to.not.eql([]);
    expect((await new Validator().validate(copy(wrong))).valid).to.equal(false);
  });
});

// --- internal ---

/** The validator takes a document of any form, and writes into it. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
function copy(document: unknown): any {
  return JSON.parse(JSON.stringify(document));
}

function lint(file: string): Promise<{ status: number; problems: string[] }> {
  const parameters = [REDOCLY, 'lint', file, '--extends', 'recommended', '--format', 'json'];
  return new Promise((resolve) => {
    execFile(process.execPath, parameters, { cwd: join(file, '..'), maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const found = JSON.parse(stdout || '{}') as {
        problems?: { ruleId: string; message: string; location: { pointer?: string }[] }[];
      };
      const problems = found.problems?.map(
        ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`,
      );
      resolve({ status: error === null ? 0 : Number(error.code), problems: problems ?? [stderr] });
    });
  });
}
