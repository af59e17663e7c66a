import { expect } from 'chai';
import { compilePrograms } from './compile-programs.ts';
import { readTables } from './read-tables.ts';
import { readText } from './workspace.ts';

const page = ['openapi', 'openapi-page', 'openapi-generators'].map((name) => readText(`docs/${name}.md`)).join('\n');

/** The context of programs that are single lines. */
const APPLICATION = `import express from 'express';
import { createRestRouter } from '@rest-gen/router';
const app = express();
const router = createRestRouter();
`;

/** What generated code imports, and what runs it. */
const LIBRARIES =
  /^(?:@angular|@faker-js|@reduxjs|@tanstack|@types|msw|react|react-redux|rxjs|swr|tsx|typescript|vue|zod)(?:\/|$)/;

describe('docs/openapi.md and its neighbors', () => {
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
    const rows = page.slice(page.indexOf('## Which tools were tested')).split('\n');
    const wrong = ['qa/openapi', 'qa/openapi/node20'].flatMap((folder) => {
      const { dependencies } = JSON.parse(readText(`${folder}/package.json`)) as {
        dependencies: Record<string, string>;
      };
      return Object.entries(dependencies).filter(([name, version]) => {
        const short = name.replace('@kubb/', '');
        return !LIBRARIES.test(name) && !rows.some((row) => row.includes(short) && row.includes(version));
      });
    });
    expect(wrong).to.eql([]);
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
