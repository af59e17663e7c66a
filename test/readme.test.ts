import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { run } from '../packages/cli/src/index.ts';
import { compileLogic, ValidationError } from '../packages/logic/src/index.ts';
import { createRestRouter } from '../packages/router/src/index.ts';
import { readText } from './workspace.ts';

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
  it('shows what the generator says', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'rest-gen-readme-'));
    const dependencies = { express: '*', '@rest-gen/router': '*', '@rest-gen/logic': '*', '@rest-gen/model': '*' };
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ dependencies }));
    const command = /npx rest-gen (controller post .*)\n/.exec(block('npm init -y'))?.[1] as string;
    const argv = command.replaceAll("'", '').split(' ');
    let out = '';
    const stdout = { write: (text: string) => (out += text) };
    const now = () => new Date('2026-01-01T12:00:00Z');
    const code = await run(argv, { cwd, env: {}, stdout, stderr: { write: () => true }, now });
    rmSync(cwd, { recursive: true });
    expect(code).to.equal(0);
    expect(out).to.equal(block('create     src/controller/rest.js'));
  });

  it('shows what the logic answers', () => {
    const shown = JSON.parse(block('{\n  "type"')) as { errors: unknown; detail: string };
    const logic = compileLogic({
      postAction: { body: { title: { required: true, string: true }, body: { string: true } } },
    });
    expect(() => logic.action('postAction')?.run({ body: { titel: 'Hello' } }))
      .to.throw(ValidationError)
      .with.deep.property('errors', shown.errors);
  });

  it('shows how a start is refused', () => {
    const rule = [/\/user(?:\/(\d+))?/, 'user?id=:2', 'rest'] as const;
    const shown = block('E_RULE_SLOT').trimEnd();
    expect(() => createRestRouter({ rules: [rule], controllers: {} })).to.throw(
      shown.replace(' in src/config/router.js, rule 1', ' in rule 1'),
    );
  });

  it('names documents that are there', () => {
    for (const [, path = '', anchor] of README.matchAll(/\]\(([^)#:]+)(?:#([^)]+))?\)/g)) {
      const text = readText(/\.md$/.test(path) ? path : `${path}/package.json`);
      if (anchor !== undefined) expect(text.toLowerCase()).to.include(`\n### ${anchor.replaceAll('-', ' ')}\n`);
    }
  });
});
