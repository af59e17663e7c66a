import { expect } from 'chai';
import { compileJsonSchema } from '../../src/foreign/compile-json-schema.ts';
import { snapshotPrototypes } from '../hardening/prototypes.ts';
import { failuresOf, nested, runCheck } from './run-check.ts';

const tree = {
  type: 'object',
  properties: { name: { type: 'string' }, nodes: { type: 'array', items: { $ref: '#' } } },
  additionalProperties: false,
};

describe('hostile input against a JSON Schema', () => {
  let prototypes: unknown;
  before(() => {
    prototypes = snapshotPrototypes();
  });
  after(() => expect(snapshotPrototypes()).to.deep.equal(prototypes));

  for (const levels of [1_000, 100_000]) {
    it(`refuses ${levels} levels, also with a recursive schema`, async () => {
      const deep = nested(levels, (inner) => ({ nodes: [inner] }), {});
      expect(await failuresOf(compileJsonSchema(tree, {}), deep)).to.deep.equal([`${'/nodes/0'.repeat(32)} unsafe`]);
      expect(await failuresOf(compileJsonSchema({ type: 'object' }, {}), deep)).to.have.length(1);
    });
  }

  it('refuses __proto__ at every level, however it is written', async () => {
    const check = compileJsonSchema({ type: ['object', 'array'] }, {});
    const forms = ['{"__proto__":{"a":1}}', '{"a":{"__proto__":null}}', '[[{"\\u005f\\u005fproto__":1}]]'];
    const pointers = ['/__proto__', '/a/__proto__', '/0/0/__proto__'];
    for (const [index, form] of forms.entries()) {
      expect(await failuresOf(check, JSON.parse(form))).to.deep.equal([`${pointers[index]} unsafe`]);
    }
  });

  it('stops at 100 failures, of 1,000 keys and of 1,000 items', async () => {
    const keys = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, 1]));
    expect(await failuresOf(compileJsonSchema(tree, {}), keys)).to.have.length(100);
    const items = { nodes: new Array(1_000).fill(1) };
    expect(await failuresOf(compileJsonSchema(tree, {}), items)).to.have.length(100);
    const list = compileJsonSchema({ type: 'array', items: { type: 'string' } }, {});
    expect(await failuresOf(list, items.nodes)).to.have.length(100);
    // Of more than the router takes, the first one is enough.
    expect(await failuresOf(list, new Array(100_000).fill(1))).to.have.length(1);
  });

  it('finds one wrong item in 10,000', async () => {
    const nodes = Array.from({ length: 10_000 }, (_, index) => ({ name: index === 9_999 ? 1 : 'a' }));
    expect(await failuresOf(compileJsonSchema(tree, {}), { nodes })).to.deep.equal(['/nodes/9999/name type']);
    const unions = {
      type: 'array',
      items: { anyOf: [{ $ref: '#/$defs/tree' }, { type: 'null' }] },
      $defs: { tree: { ...tree, properties: { name: { type: 'string' } } } },
    };
    expect(await failuresOf(compileJsonSchema(unions, {}), nodes)).to.deep.equal(['/9999/name type']);
  });

  it('refuses a value when a recursive union takes too long', async () => {
    const branch = (op: string) => ({
      type: 'object',
      properties: { left: { $ref: '#' }, op: { const: op } },
      required: ['op'],
    });
    const late = compileJsonSchema({ anyOf: ['and', 'or', 'xor'].map(branch) }, {});
    const deep = nested(60, (left) => ({ left, op: 'xor' }), { op: 'no' });
    const result = await runCheck(late, deep);
    expect('failures' in result && result.failures).to.deep.equal([
      { in: 'body', pointer: '', rule: 'unsafe', argument: true, field: undefined, text: 'takes too long to check' },
    ]);
    const early = compileJsonSchema(
      {
        anyOf: ['and', 'or', 'xor'].map((op) => ({
          type: 'object',
          properties: { op: { const: op }, left: { $ref: '#' } },
          required: ['op'],
        })),
      },
      {},
    );
    expect(await failuresOf(early, deep)).to.have.length(1);
    expect(
      await failuresOf(
        early,
        nested(60, (left) => ({ left, op: 'xor' }), { op: 'and' }),
      ),
    ).to.deep.equal([]);
  }).timeout(5_000);

  it('passes values that are not JSON to the schema', async () => {
    const upload = new (class Upload {
      name = 'a';
    })();
    const check = compileJsonSchema({ type: 'object', properties: { file: { type: 'object' } } }, {});
    const result = await runCheck(check, { file: upload });
    expect('value' in result && (result.value as { file: unknown }).file).to.equal(upload);
    expect(await failuresOf(check, { file: () => 1 })).to.deep.equal(['/file type']);
  });
});
