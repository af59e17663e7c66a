import { compileLogic, defineLogic, partial } from '@rest-gen/logic';
import { createOpenApi } from '@rest-gen/openapi';
import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import { FIELD_TYPES, typeRow } from '../../packages/cli/src/arguments/field-types.ts';
import { cli, fileNames, makeDirectory, read, removeDirectories } from '../../packages/cli/test/fixture.ts';
import { formatRules } from '../../packages/logic/src/rules/formats.ts';
import { jsonFormats } from '../../packages/logic/src/rules/json-formats.ts';
import { parseRules } from '../../packages/router/src/core/parse/rule.ts';
import type { RuleConfig } from '../../packages/router/src/core/parse/types.ts';
import { memoryModels } from '../../packages/router/test/memory-models.ts';
import Rest from '../../test/fixture/rest.ts';
import { listFiles, readText } from '../../test/workspace.ts';
import { HARMLESS, PATH_RULES, PROBES } from './expression-tables.ts';
import { expressionsIn, judge, unsafe } from './judge.ts';

describe('expressions', function () {
  this.timeout(180_000);
  after(removeDirectories);

  it('the judge finds what is slow', () => {
    expect(judge(/^(?:a|a)+$/)).to.match(/^recheck: exponential .*on /);
    expect(judge(/^(?:a|a){8}(?:a|a){8}(?:a|a){8}(?:a|a){8}$/)).to.match(/exponential .*on /);
    expect(unsafe([/^a+$/, /a+b/, /a+b/])).to.have.length(1);
    expect(expressionsIn('const a = /(a+)+/;\nreturn /b/u.test(text); // or `/c\\/d/`').map(String)).to.deep.equal([
      '/(a+)+/',
      '/b/u',
      '/c\\/d/',
    ]);
  });

  it('every rule in its path form is safe', () => {
    const expressions = PATH_RULES.flatMap((path) => [
      ...compiled([path, 'x', 'rest']),
      ...compiled([path, 'x', 'rest', { caseSensitive: true, strict: true }]),
    ]);
    expect(new Set(expressions.map(String)).size).to.be.above(60);
    expect(unsafe(expressions)).to.deep.equal([]);
  });

  it('the prefix of a group is safe', () => {
    const paths = PATH_RULES.filter((path) => !/[*+]/.test(path) && path !== '/');
    const expressions = paths.flatMap((match) => compiled({ match, rules: [['/x', 'rest']] }));
    expect(expressions.length).to.be.above(20);
    expect(unsafe(expressions)).to.deep.equal([]);
  });

  it('the frame around an expression makes no safe one slow', () => {
    const expressions = HARMLESS.flatMap(([, source, flags]) =>
      compiled([new RegExp(`/x/${source}`, flags), 'x', 'rest']),
    );
    expect(unsafe(expressions)).to.deep.equal([]);
  });

  it('every expression that a format of logic runs is safe', () => {
    const run = executedBy(() => {
      const tests = Object.values(formatRules).map(
        (rule) => rule.test?.(true as never, {} as never) as (text: string) => unknown,
      );
      for (const test of [...tests, ...Object.values(jsonFormats)]) for (const text of PROBES) test(text);
    });
    expect(run.length).to.be.above(200);
    expect(unsafe(run)).to.deep.equal([]);
  });

  it('every pattern of a JSON Schema is safe', () => {
    const fields = Object.fromEntries(Object.keys(formatRules).map((name) => [name, { [name]: true }]));
    const action = compileLogic({ postAction: { body: { ...fields, ...FIELDS } } }).action('postAction');
    const patterns = patternsIn(action?.toJSONSchema('body'));
    expect(patterns.map(({ source }) => source)).to.include.members(['^[a-z]+$', '^[A-Z]{2}\\d{4}$']);
    expect(unsafe(patterns)).to.deep.equal([]);
  });

  it('every pattern of an OpenAPI document is safe', async () => {
    const patterns = patternsIn(await document());
    expect(new Set(patterns.map(String)).size).to.be.above(8);
    expect(unsafe(patterns)).to.deep.equal([]);
  });

  it('every expression of a generated project is safe', async () => {
    const directory = makeDirectory();
    const everyType = FIELD_TYPES.map((type) => `${type}Id:${type === 'enum' ? typeRow(type).example : type}!`).join(
      ' ',
    );
    for (const options of ['', ' --js']) {
      const name = `blog${options.replace(' --', '-')}`;
      expect((await cli(directory, `new ${name} --no-install${options}`)).code).to.equal(0);
      for (const line of [
        'controller post title:string! body:text -r',
        `controller everything ${everyType} -r`,
        'migration idempotency_key',
        'controller health',
      ]) {
        expect((await cli(directory, `${line} --cwd ${name}`)).code).to.equal(0);
      }
    }
    const files = fileNames(directory).filter((file) => /\.[jt]s$/.test(file));
    expect(files.length).to.be.above(25);
    expect(unsafe(files.flatMap((file) => expressionsIn(read(directory, file))))).to.deep.equal([]);
  });

  it('every expression of the documentation and the examples is safe', () => {
    const texts = listFiles().filter((file) => TEXTS.test(file));
    const expressions = texts.flatMap((file) => expressionsIn(readText(file)));
    expect(new Set(expressions.map(String)).size).to.be.above(30);
    expect(unsafe(expressions.filter((regexp) => !BAD_EXAMPLES.has(String(regexp))))).to.deep.equal([]);
    expect(expressions.map(String)).to.include.members([...BAD_EXAMPLES]);
  });

  it('every rule of the documentation and the examples is safe', () => {
    const rules = listFiles()
      .filter((file) => TEXTS.test(file))
      .flatMap((file) =>
        [...readText(file).matchAll(/(?<=\[)'(\/[^'\n]*)'(?=, ')/g)].map(([, path]) => path as string),
      );
    const paths = [...new Set(rules)].filter((path) => !/[<>\u2026$]|\.\.\./.test(path));
    expect(paths.length).to.be.above(20);
    expect(unsafe(paths.flatMap((path) => compiled([path, 'x', 'rest'])))).to.deep.equal([]);
  });
});

// --- internal ---

const TEXTS =
  /^(?:docs\/.*\.md|README\.md|llms\.txt|packages\/[^/]*\/README\.md|packages\/router\/test\/seed\.test\.ts|(?:examples|bench)\/(?!.*\/dist\/).*\.[cm]?[jt]s)$/;

/** What the documentation shows as refused. */
const BAD_EXAMPLES: ReadonlySet<string> = new Set(['/^(?:a|a)+$/']);

const FIELDS = {
  name: { required: true, string: true, trim: true, length: { min: 1, max: 80 }, pattern: '^[a-z]+$' },
  code: { regexp: /^[A-Z]{2}\d{4}$/u },
  tags: { array: true, children: { string: true, regexp: /^\w+$/ } },
} as const;

/** What the router runs of a rule: its expressions in their frame, and those of the groups around it. */
function compiled(rule: RuleConfig): RegExp[] {
  return parseRules([rule], { caseSensitive: false, strict: false }).flatMap((parsed) => {
    if (parsed.kind !== 'rest') return [];
    const { source, flags } = parsed.pattern;
    return [new RegExp(parsed.search ? source : `^(?:${source})$`, flags), ...parsed.gates.map(({ regexp }) => regexp)];
  });
}

/** The expressions that the engine runs meanwhile. */
function executedBy(work: () => void): RegExp[] {
  const run = new Map<string, RegExp>();
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    run.set(String(this), this);
    return exec.call(this, text);
  };
  try {
    work();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return [...run.values()];
}

/** Every `pattern`, and every name in `patternProperties`, of a document; they are read with flag u. */
function patternsIn(value: unknown): RegExp[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const names = key === 'patternProperties' ? Object.keys(inner as object) : [];
    const sources = key === 'pattern' && typeof inner === 'string' ? [inner] : names;
    return [...sources.map((source) => new RegExp(source, 'u')), ...patternsIn(inner)];
  });
}

async function document(): Promise<unknown> {
  const logic = defineLogic({ postAction: { body: FIELDS }, patchAction: { body: partial(FIELDS) } });
  const columns = {
    id: 'integer',
    name: 'string',
    big: 'bigint',
    price: 'decimal?',
    at: 'datetime?',
    day: 'date?',
  } as const;
  class Base extends Rest<typeof logic> {
    static bulk = true;
    static idempotent = true;
  }
  /** Its rules map anything. */
  class Unscoped extends Base {
    override get scope() {
      return {};
    }
  }
  const controllers = Object.fromEntries(['x', 'y', 'z'].map((name) => [name, class extends Unscoped {}]));
  const router = createRestRouter({
    log: false,
    model: memoryModels({ x: columns, y: columns, z: columns }),
    controllers,
    logics: { x: logic, y: logic, z: logic },
    rules: [
      ['/x/:id?', 'rest'],
      ['/y/:id(\\d+)?', 'rest'],
      ...PATH_RULES.map((path): RuleConfig => [`/z${path === '/' ? '' : path}`, 'z', 'rest']),
      [/\/w\/(\w+)(?:\/(\d+))?/, 'z?slug=:1&id=:2', 'rest'],
    ],
  });
  return createOpenApi(router, { info: { title: 'Test', version: '1.0.0' } });
}
