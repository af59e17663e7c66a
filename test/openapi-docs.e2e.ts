import { expect } from 'chai';
import { compilePrograms } from './compile-programs.ts';
import { readTables } from './read-tables.ts';
import { readText } from './workspace.ts';

const page = readText('docs/openapi.md');

/** The context of programs that are single lines. */
const APPLICATION = `import express from 'express';
import { createRestRouter } from '@rest-gen/router';
const app = express();
const router = createRestRouter();
`;

describe('docs/openapi.md', () => {
  it('has every option of createOpenApi', () => {
    const source = readText('packages/openapi/src/options.ts').split('interface OpenApiOptions')[1] ?? '';
    const options = [...source.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name]) => `\`${name}\``);
    const rows = readTables(page).flatMap(({ rows: found }) => found.map(([name]) => name));
    expect(options).to.have.length.greaterThan(5);
    expect(rows).to.include.members(options);
  });

  it('has programs that compile', async function () {
    this.timeout(60_000);
    // qa/openapi/write-documents.ts writes those that use a generated client, which is compiled there.
    const texts = [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].flatMap(([, text = '']) =>
      text.includes("from './api") ? [] : [text],
    );
    const programs = texts.map((text, index) => [
      `program${index}.ts`,
      /^app\./m.test(text) ? APPLICATION + text : text,
    ]);
    expect(programs).to.have.length.greaterThan(3);
    expect(await compilePrograms(Object.fromEntries(programs))).to.equal('');
  });

  it('has the versions of the tools that were tested', () => {
    const { dependencies } = JSON.parse(readText('qa/openapi/package.json')) as {
      dependencies: Record<string, string>;
    };
    const { tsx: _, typescript: __, zod: ___, ...tools } = dependencies;
    const tested = page.slice(page.indexOf('### Which tools were tested'));
    expect(Object.entries(tools).filter(([, version]) => !tested.includes(version))).to.eql([]);
  });

  it('documents the extensions in use', () => {
    const said = new Set([...page.matchAll(/`(x-[a-z-]+)`/g)].map(([, name]) => name));
    const document = readText('examples/blog/openapi.json');
    const used = [
      ...new Set(
        [...document.matchAll(/"(x-(?:allow|left-out|query|item-schema|note|multi-segment))":/g)].map(
          ([, name]) => name,
        ),
      ),
    ];
    expect(used).to.include.members(['x-allow', 'x-query', 'x-item-schema', 'x-left-out']);
    for (const name of used) expect(said, name).to.include(name);
  });
});
