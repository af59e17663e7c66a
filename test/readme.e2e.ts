import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { cli, fileNames, makeDirectory, makeProject, read, removeDirectories } from '../packages/cli/test/fixture.ts';
import { readTranscripts } from '../packages/router/test/http-docs/read-transcripts.ts';
import { runCurl } from '../packages/router/test/http-docs/run-curl.ts';
import { type OpenProject, openProject } from './guides/open-project.ts';
import { ROOT, readText } from './workspace.ts';

const README = readText('README.md');

/** The contents of each code block of the page. */
const blocks = [...README.matchAll(/```(\w*)\n([\s\S]*?)```/g)].map(([, language, text]) => ({
  language,
  text: text as string,
}));

function block(start: string): string {
  const found = blocks.find(({ text }) => text.startsWith(start));
  if (!found) throw new Error(`README.md has no block that begins with ${start}`);
  return found.text;
}

describe('README.md', () => {
  after(removeDirectories);

  describe('first project', function () {
    this.timeout(120_000);
    const env = process.env as Record<string, string>;
    const [first = '', change = '', second = ''] = block('npx rest-gen new').split('\n');
    let root: string;
    before(async () => {
      const directory = makeDirectory();
      const made = await cli(directory, `${first.replace('npx rest-gen ', '')} --no-install`, { env });
      expect(made.code).to.equal(0);
      root = join(directory, change.replace('cd ', ''));
      symlinkSync(join(ROOT, 'packages/cli/node_modules'), join(root, 'node_modules'), 'junction');
    });

    it('shows the output of the generator', async () => {
      const words = second.replace('npx rest-gen ', '').replaceAll("'", '');
      const { code, out } = await cli(root, words, { env, now: new Date('2026-01-01T12:00:00Z') });
      expect(code).to.equal(0);
      expect(out).to.equal(block('exists     src/controller/rest.ts'));
    });

    const transcripts = readTranscripts(README);
    it('has commands with output', () => expect(transcripts).to.have.length(2));
    for (const { command, answer } of transcripts) {
      it(`shows the output of ${command}`, async () => {
        const { out } = await cli(root, command.replace('npx rest-gen ', ''), { env });
        expect(out.trimEnd()).to.equal(answer);
      });
    }
  });

  describe('responses', () => {
    let project: OpenProject;
    before(async () => {
      const root = makeProject('js-esm', { model: true });
      expect(
        await cli(
          root,
          block('npx rest-gen new').split('\n')[2]?.replace('npx rest-gen ', '').replaceAll("'", '') ?? '',
        ),
      ).to.include({ code: 0 });
      const files = fileNames(root).filter((file) =>
        /^(?:src\/(?:config\/router|controller|logic)|migrations)\b/.test(file),
      );
      // As in src/app of a new project.
      const options = "export default { problemType: '/docs/errors#' };";
      project = await openProject(
        new Map([['src/config/options.js', options], ...files.map((file) => [file, read(root, file)] as const)]),
      );
    });
    after(() => project.close());

    it('shows a POST', async () => {
      const { status, headers, body } = await runCurl(block('curl ').trimEnd(), project.port);
      const [line, ...fields] = block('HTTP/1.1 201').split('\n\n')[0]?.split('\n') ?? [];
      expect(status).to.equal(line);
      expect(headers.map(vary)).to.include.members(fields.map(vary));
      expect(vary(body)).to.equal(vary(block('HTTP/1.1 201').split('\n\n')[1]?.trimEnd() ?? ''));
    });

    it('shows a validation error', async () => {
      const command = block('curl ').trimEnd().replace('{"title":"Hello"}', '{"titel":"Hello"}');
      const { status, body } = await runCurl(command, project.port);
      expect(status).to.equal('HTTP/1.1 422 Unprocessable Entity');
      expect(JSON.parse(body)).to.deep.equal(JSON.parse(block('{\n  "type"')));
    });
  });
});

// --- internal ---

/** Replace what differs between runs. */
function vary(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time').replace(/^(ETag): "[\w-]+"$/, '$1');
}
