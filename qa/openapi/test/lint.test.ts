import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Parser from '@apidevtools/swagger-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';

const pathTo = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const FILES = ['blog', 'blog-v1', 'blog-3.2', 'blog-server', 'tracker', 'library', 'library-3.2'].map((name) =>
  pathTo(`../generated/${name}.json`),
);
const tools = createRequire(`${process.env.QA_TOOLS ?? pathTo('../')}package.json`);
const { default: SwaggerParser } = (await import(tools.resolve('@apidevtools/swagger-parser'))) as {
  default: typeof Parser;
};
const REDOCLY = pathTo('../node_modules/@redocly/cli/bin/cli.js');
const SPECTRAL = pathTo('../node_modules/@stoplight/spectral-cli/dist/index.js');

describe('the documents of the examples', () => {
  for (const file of FILES) {
    const name = file.slice(file.lastIndexOf('/') + 1);

    it(`${name}: one by its schema`, async () => {
      const { valid, errors } = await new Validator().validate(parse(file));
      expect(errors ?? []).to.eql([]);
      expect(valid).to.equal(true);
    });

    it(`${name}: passes the recommended rules of Redocly without a warning`, async () => {
      expect(await lintByRedocly(file)).to.eql([]);
    });

    // They know no OpenAPI 3.2.
    if (name.endsWith('-3.2.json')) continue;

    it(`${name}: passes the rules of Spectral without a warning`, async () => {
      expect(await lintBySpectral(file)).to.eql([]);
    });

    it(`${name}: is read by swagger-parser`, async () => {
      const { paths } = await SwaggerParser.validate(parse(file));
      expect(Object.keys(paths ?? {})).to.not.eql([]);
    });
  }

  it('with a mistake do not pass', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'openapi-lint-'));
    const file = join(folder, 'wrong.json');
    const { info: _, ...wrong } = parse(FILES[0] as string);
    writeFileSync(file, JSON.stringify(wrong));
    expect(await lintByRedocly(file)).to.not.eql([]);
    expect(await lintBySpectral(file)).to.not.eql([]);
    expect((await new Validator().validate(wrong)).valid).to.equal(false);
    expect(await SwaggerParser.validate(wrong).catch((error: Error) => error)).to.be.instanceOf(Error);
    rmSync(folder, { recursive: true });
  });
});

// --- internal ---

/** The tools take a document of any form, and write into it. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
function parse(file: string): any {
  return JSON.parse(readFileSync(file, 'utf8'));
}

async function lintByRedocly(file: string): Promise<string[]> {
  const { problems } = (await run(REDOCLY, ['lint', file, '--extends', 'recommended', '--format', 'json'])) as {
    problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
  };
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`);
}

async function lintBySpectral(file: string): Promise<string[]> {
  const rules = pathTo('spectral.yaml');
  const found = (await run(SPECTRAL, ['lint', file, '--ruleset', rules, '--format', 'json', '--quiet'])) as {
    code: string;
    message: string;
    path: string[];
  }[];
  return found.map(({ code, message, path }) => `${code} ${path.join('/')} ${message}`);
}

/** What a linter prints as JSON; it ends with 1 when it finds something. */
function run(script: string, words: readonly string[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, ...words], { maxBuffer: 2 ** 26 }, (_error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout));
      } catch {
        reject(new Error(stdout + stderr));
      }
    });
  });
}
