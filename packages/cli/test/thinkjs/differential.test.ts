import { createRequire } from 'node:module';
import { compileLogic, ValidationError } from '@rest-gen/logic';
import { expect } from 'chai';
import fc from 'fast-check';
import { writeData } from '../../src/thinkjs/value.ts';
import { removeDirectories } from '../fixture.ts';
import { convert } from './convert.ts';

after(removeDirectories);

/** What ThinkJS 3 itself validates with. */
const Validator = createRequire(import.meta.url)('think-validator') as new (
  context: object,
) => { validate(rules: object): Record<string, string> };

type Rules = Record<string, Record<string, unknown>>;
type Values = Record<string, unknown>;

/** Names of the fields that ThinkJS refuses. */
function refusedByThinkJs(rules: Rules, method: 'GET' | 'POST', values: Values): string[] {
  const sent = structuredClone(values);
  const context = { method, param: () => sent, post: () => sent, file: () => ({}) };
  return Object.keys(new Validator(context).validate(structuredClone(rules))).sort();
}

/** Converts rules from their source, and gives the names of the fields that the result refuses. */
function convertRules(rules: Rules, method: 'get' | 'post') {
  const source = `module.exports = class extends think.Logic { ${method}Action() { this.rules = ${writeData(rules)}; } };`;
  const { logic, left } = convert({ 'src/logic/user.js': source });
  const action = compileLogic(logic).action(`${method}Action`);
  const refused = async (values: Values): Promise<string[]> => {
    try {
      await action?.run({ [method === 'get' ? 'query' : 'body']: values });
      return [];
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      return [...new Set(error.errors.map(({ pointer }) => pointer.split('/')[1] as string))].sort();
    }
  };
  return { left, refused };
}

// biome-ignore format: a table
const VALUES = [
  '', 'a', 'ab', 'A_b', 'a-b', 'a1', 'abc def', 'é', 'あ', 'ａ', 'aあ', 'ab12ab12', '0', '1', '-1', '7', '12', '1.5', '.5', '1e3',
  '13800138000', '+4915123456789', 'a@example.com', 'a@b', 'https://example.com/a', 'http://a', 'example.com',
  'ftp://example.com', '#fff', 'fff', '#ffff', '#ffffff', '#ffffffff', '0xff', 'fg', '1.2.3.4', '::1', '1.2.3',
  '978-3-16-148410-0', '9783161484101', 'US0378331005', '0378-5955', '0378-5956', '01:02:03:04:05:ab', '01:02',
  'd41d8cd98f00b204e9800998ecf8427e', '507f1f77bcf86cd799439011', '4111111111111111', '4111111111111112', '$1,000.00',
  '1,00', 'YQ==', 'YQ=', 'data:text/plain,a', 'a.png', 'a.PNG', 'a.webp', 'a.txt', 'id,title', 'id, title', '*', 'id;drop',
  'id ASC', 'id desc, title ASC', '-id', 'name', '9b2e1f04-0000-4000-8000-000000000000',
  '9b2e1f04-0000-1000-8000-000000000000', '9b2e1f04-0000-3000-c000-000000000000', '2024-02-29', '2023-02-29', '2024-W01',
  ' a ', '  ',
];

// biome-ignore format: a table
const PLAIN = [
  'alpha', 'alphaDash', 'alphaNumeric', 'alphaNumericDash', 'ascii', 'base64', 'creditCard', 'currency', 'dataURI', 'decimal',
  'email', 'field', 'fqdn', 'fullWidth', 'halfWidth', 'hex', 'hexColor', 'image', 'ip', 'ip4', 'ip6', 'isbn', 'isin', 'issn',
  'iso8601', 'lowercase', 'macAddress', 'md5', 'mobile', 'mongoId', 'multibyte', 'order', 'string', 'uppercase', 'url', 'uuid',
  'variableWidth',
];
const NUMBERS: readonly (readonly [string, unknown])[] = [
  ['int', true],
  ['float', true],
  ['int', { min: 1 }],
  ['float', { max: 1 }],
  ['divisibleBy', 3],
  ['in', [1, 7]],
];
const TEXTS: readonly (readonly [string, unknown])[] = [
  ['length', 2],
  ['length', { min: 2 }],
  ['length', { max: 3 }],
  ['length', { min: 0, max: 4 }],
  ['byteLength', { min: 2, max: 3 }],
  ['in', ['a', '1', 'ab']],
  ['notIn', ['a', '1']],
  ['contains', 'b'],
  ['startWith', 'a'],
  ['endWith', 'b'],
  ['regexp', /^[a-z]+$/],
  ['regexp', /\d/],
  ['email', { require_tld: false }],
  ['url', { protocols: ['https'] }],
  ['mobile', 'de-DE'],
  ['mobile', 'any'],
  ['currency', { allow_negatives: false }],
];

describe('converted rules refuse what ThinkJS 3 refuses', () => {
  it('for each rule and many texts', async () => {
    const rows = [...PLAIN.map((name) => [name, true] as const), ...NUMBERS, ...TEXTS];
    for (const required of [{}, { required: true }]) {
      const table = Object.fromEntries(
        rows.map(([name, argument], at) => [`f${at}`, { ...required, [name]: argument }]),
      );
      const { left, refused } = convertRules(table, 'get');
      expect(left).to.eql([]);
      for (const value of [undefined, ...VALUES]) {
        const values = value === undefined ? {} : Object.fromEntries(Object.keys(table).map((name) => [name, value]));
        const named = (all: readonly string[]) => all.map((name) => writeData(table[name]));
        const theirs = named(refusedByThinkJs(table, 'GET', values));
        expect(named(await refused(values)), JSON.stringify(value)).to.eql(theirs);
      }
    }
  });

  const rule = fc.constantFrom(...PLAIN.map((name) => [name, true] as const), ...TEXTS);
  const others = fc.uniqueArray(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 2 });
  const condition = fc.oneof(
    fc.record({ required: fc.boolean() }),
    fc
      .constantFrom('requiredIf', 'requiredNotIf')
      .chain((name) =>
        fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('1', 'a', 'x')).map((argument) => ({ [name]: argument })),
      ),
    fc
      .constantFrom('requiredWith', 'requiredWithAll', 'requiredWithOut', 'requiredWithOutAll')
      .chain((name) => others.map((argument) => ({ [name]: argument }))),
    fc.constantFrom('equals', 'different').map((name) => ({ [name]: 'a' })),
    fc.constant({}),
  );
  const field = fc
    .tuple(condition, fc.array(rule, { maxLength: 3 }), fc.boolean(), fc.boolean())
    .map(([conditions, rules, trim, string]) => ({
      ...conditions,
      ...(trim && { trim }),
      ...(string && { string }),
      ...Object.fromEntries(rules),
    }));
  const text = fc.oneof(fc.constantFrom(...VALUES), fc.string({ maxLength: 6 }));

  it('for random rules and texts', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom('get', 'post'),
      fc.record({ a: fc.constantFrom({}, { trim: true }), b: fc.constant({ string: true }), x: field, y: field }),
      fc.array(fc.record({ a: text, b: text, x: text, y: text }, { requiredKeys: [] }), { minLength: 8, maxLength: 8 }),
      async (method, rules, requests) => {
        const converted = convertRules(rules, method as 'get' | 'post');
        // A rule that was left out is listed; nothing is promised for its field.
        fc.pre(converted.left.length === 0);
        for (const values of requests) {
          const theirs = refusedByThinkJs(rules, method === 'get' ? 'GET' : 'POST', values);
          expect(await converted.refused(values), JSON.stringify(values)).to.eql(theirs);
        }
      },
    );
    await fc.assert(property, { numRuns: Number(process.env.FAST_CHECK_RUNS ?? 20) });
  });
});
