import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { type Served, startLibrary } from './start-library.ts';

const tools = createRequire(new URL('../package.json', import.meta.url));
const converter = tools('openapi-to-postmanv2') as {
  convertV2(
    input: object,
    options: object,
    done: (error: unknown, result: { result: boolean; reason?: string; output: { data: object }[] }) => void,
  ): void;
};
const newman = tools('newman') as {
  run(options: object, done: (error: unknown, summary: { run: { executions: Execution[] } }) => void): void;
};

interface Execution {
  readonly item: { readonly name: string };
  readonly response?: { readonly code: number };
}

describe('Postman on the fixture', () => {
  let library: Served;
  before(async () => {
    library = await startLibrary();
  });
  after(() => library.stop());

  it('sends the requests of its collection, of which none is malformed', async function () {
    this.timeout(60_000);
    const data = readFileSync(new URL('../generated/library.json', import.meta.url), 'utf8');
    const collection = await new Promise<object>((resolve, reject) =>
      converter.convertV2(
        { type: 'string', data },
        { parametersResolution: 'Example', enableOptionalParameters: false },
        (error, { result, reason, output }) =>
          result ? resolve(output[0]?.data as object) : reject(error ?? new Error(reason)),
      ),
    );
    const executions = await new Promise<Execution[]>((resolve, reject) =>
      newman.run({ collection, envVar: [{ key: 'baseUrl', value: library.url }], reporters: [] }, (error, { run }) =>
        error ? reject(error) : resolve(run.executions),
      ),
    );
    // What its examples name does not exist on an empty database; it sends a text in place of a file.
    const wrong = executions.filter(({ response }) => ![200, 201, 204, 404, 412, 428].includes(response?.code ?? 0));
    expect(wrong.map(({ item, response }) => `${response?.code} ${item.name}`)).to.eql(['422 Create a cover']);
    expect(executions.filter(({ response }) => (response?.code ?? 0) < 300).length).to.be.greaterThan(12);
  });
});
