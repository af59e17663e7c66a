import { compileLogic, defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import fc from 'fast-check';
import multer from 'multer';
import { parseForm } from '../../src/core/dispatch/parse-form.ts';
import { Controller } from '../../src/index.ts';
import { resolveOptions } from '../../src/options.ts';
import { onBothMajors } from '../serve.ts';

const { limits } = resolveOptions({});
const body = {
  title: { string: true },
  tags: { array: true, children: { string: true } },
  counts: { array: true, children: { int: true } },
  prices: { array: true, children: { float: true } },
  address: {
    object: true,
    children: {
      city: { string: true },
      lines: { array: true, children: { string: true } },
      geo: { object: true, children: { lat: { float: true } } },
    },
  },
  meta: { object: true },
} as const;
const upload = multer().none();

class Item extends Controller {
  static forms = true;
  override __before() {
    return this.upload(upload);
  }
  postAction({ body: read }: { body: unknown }) {
    return read;
  }
}

type Pair = readonly [name: string, value: string];

onBothMajors('the fields of a form', (serve) => {
  const kinds = [
    ['multipart', FormData],
    ['urlencoded', URLSearchParams],
  ] as const;
  const logics = { item: defineLogic({ postAction: { body } }) };
  const later = { item: defineLogic({ postAction: () => ({ body }) }) };
  const schema = { item: defineLogic({ postAction: { body: compiledSchema() } as never }) };

  async function send(pairs: readonly Pair[], Kind: (typeof kinds)[number][1], logic: object = logics) {
    const { app } = serve({ rules: [['/item', 'rest']], controllers: { item: Item }, logics: logic as never });
    const form = new Kind();
    for (const [name, value] of pairs) form.append(name, value);
    const server = app.listen(0, '127.0.0.1');
    try {
      await new Promise((resolve) => server.once('listening', resolve));
      const { port } = server.address() as { port: number };
      const answer = await fetch(`http://127.0.0.1:${port}/item`, { method: 'POST', body: form });
      return { status: answer.status, data: (await answer.json()) as Record<string, unknown> };
    } finally {
      server.close();
    }
  }

  const read: readonly (readonly [pairs: readonly Pair[], expected: object])[] = [
    [
      [
        ['tags', 'a'],
        ['tags', 'b'],
      ],
      { tags: ['a', 'b'] },
    ],
    [
      [
        ['tags[]', 'a,b'],
        ['tags[]', 'c'],
      ],
      { tags: ['a,b', 'c'] },
    ],
    [[['tags[]', 'a']], { tags: ['a'] }],
    [
      [
        ['tags[0]', 'a'],
        ['tags[1]', 'b'],
      ],
      { tags: ['a', 'b'] },
    ],
    [[['tags', 'a,b']], { tags: ['a', 'b'] }],
    [[['tags', '["a","b,c"]']], { tags: ['a', 'b,c'] }],
    [[['tags', '[]']], { tags: [] }],
    [[['counts', '[1,"2"]']], { counts: [1, 2] }],
    [[['title', '["a"]']], { title: '["a"]' }],
    [[['address[city]', 'Ulm']], { address: { city: 'Ulm' } }],
    [
      [
        ['address[city]', 'Ulm'],
        ['address[geo][lat]', '48.4'],
        ['address[lines][]', 'a'],
        ['address[lines][]', 'b'],
      ],
      { address: { city: 'Ulm', geo: { lat: 48.4 }, lines: ['a', 'b'] } },
    ],
    [[['address[lines]', '["a"]']], { address: { lines: ['a'] } }],
    [
      [
        ['meta[a][b]', '[x'],
        ['meta[list][]', '6'],
        ['meta[constructor]', 'c'],
      ],
      { meta: { a: { b: '[x' }, list: ['6'], constructor: 'c' } },
    ],
  ];
  const refused: readonly (readonly [pairs: readonly Pair[], status: number, part: RegExp])[] = [
    [
      [['tags', '["a"']],
      422,
      /"tags" begins like a JSON list and is none; repeat the field for each item: tags=a&tags=b/,
    ],
    [[['address[lines]', '[a]']], 422, /repeat the field for each item: address\[lines\]=a&address\[lines\]=b/],
    [[['prices', '[1,0.12345678901234567890]']], 422, /more digits than a JSON number keeps/],
    [[['tags', `${'['.repeat(70)}${']'.repeat(70)}`]], 413, /nested deeper/],
    [[['meta', `{}`]], 422, /meta/],
    [[['tags', '[{"__proto__":1}]']], 400, /__proto__/],
    [[['address[cty]', 'Ulm']], 422, /"cty" is not a field/],
  ];
  const refusedInUrlencoded: readonly (readonly [pairs: readonly Pair[], status: number, part: RegExp])[] = [
    [
      [
        ['tags', 'a'],
        ['tags[]', 'b'],
      ],
      422,
      /"tags" is given in two ways/,
    ],
    [
      [
        ['address', 'a'],
        ['address[city]', 'b'],
      ],
      422,
      /"address" is given in two ways/,
    ],
    [
      [
        ['address[city]', 'a'],
        ['address[city]', 'b'],
      ],
      422,
      /address.city/,
    ],
    [[['__proto__[x]', 'a']], 422, /is not a field/],
    [[['meta[__proto__][x]', 'a']], 400, /__proto__/],
    [[['title[x]', 'a']], 422, /"title\[x\]" is not a field/],
    [[[`meta${'[a]'.repeat(100)}`, 'a']], 413, /nested deeper/],
  ];
  const show = (pairs: readonly Pair[]) =>
    pairs
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
      .slice(0, 60);
  for (const [kind, Kind] of kinds) {
    for (const [pairs, expected] of read) {
      it(`are read as they are declared: ${kind} ${show(pairs)}`, async () => {
        expect(await send(pairs, Kind)).to.deep.equal({ status: 200, data: expected });
      });
    }
    for (const [pairs, status, part] of [...refused, ...(Kind === URLSearchParams ? refusedInUrlencoded : [])]) {
      it(`are refused: ${kind} ${show(pairs)}`, async () => {
        const { status: came, data } = await send(pairs, Kind);
        expect([came, data.detail]).to.deep.include(status);
        expect(data.detail).to.match(part);
      });
    }
  }

  for (const [what, logic] of [
    ['a function', later],
    ['a JSON Schema', schema],
  ] as const) {
    it(`are read as they are declared by ${what}`, async () => {
      const pairs: Pair[] = [
        ['tags', '["a"]'],
        ['address[city]', 'Ulm'],
      ];
      const { data } = await send(pairs, URLSearchParams, logic);
      expect(data).to.deep.equal({ tags: ['a'], address: { city: 'Ulm' } });
    });
  }
});

describe('the names of a form', () => {
  const logic = compileLogic({ postAction: { body } }, 'the logic').action('postAction');
  const text = fc.string({ minLength: 1 }).filter((one) => !one.startsWith('['));
  const list = fc.array(text, { minLength: 1, maxLength: 5 });
  const member = fc.stringMatching(/^[^[\]]{1,5}$/).filter((name) => name !== '__proto__');
  const values = fc.record(
    {
      title: text,
      tags: list,
      address: fc.record({ city: text, lines: list, geo: fc.record({ lat: text }) }, { requiredKeys: ['city'] }),
      meta: fc.dictionary(member, fc.oneof(text, fc.dictionary(member, text, { minKeys: 1 })), {
        minKeys: 1,
        noNullPrototype: true,
      }),
    },
    { requiredKeys: [] },
  );

  /** As HTML forms write it. */
  function write(value: unknown, name: string, form: Record<string, unknown>): void {
    if (Array.isArray(value)) form[`${name}[]`] = value.length === 1 ? value[0] : value;
    else if (typeof value === 'object')
      for (const [key, one] of Object.entries(value as object)) write(one, name === '' ? key : `${name}[${key}]`, form);
    else form[name] = value;
  }

  it('give back any declared value', () => {
    fc.assert(
      fc.property(values, (value) => {
        const form: Record<string, unknown> = Object.create(null);
        write(value, '', form);
        const read = JSON.stringify(parseForm(form, logic as never, limits, { maxItems: undefined }));
        expect(JSON.parse(read)).to.deep.equal(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('never reach a prototype, and are read or refused in any form', () => {
    const part = fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'prototype', 'meta', 'address', 'tags', '', '0', ']', '['),
      member,
    );
    const name = fc.oneof(
      fc
        .array(part, { minLength: 1, maxLength: 4 })
        .map(([first, ...rest]) => `${first}${rest.map((one) => `[${one}]`).join('')}`),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string())), (pairs) => {
        const form: Record<string, unknown> = Object.create(null);
        for (const [key, value] of pairs) form[key] = value;
        try {
          parseForm(form, logic as never, limits, { maxItems: undefined });
        } catch (error) {
          expect((error as { status: number }).status).to.be.within(400, 422);
        }
        expect(Object.keys(Object.prototype)).to.deep.equal([]);
        expect(({} as Record<string, unknown>).x).to.equal(undefined);
      }),
    );
  });
});

function compiledSchema(): object {
  const string = { type: 'string' };
  const properties = {
    tags: { type: 'array', items: string },
    address: { type: 'object', properties: { city: string } },
  };
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', properties };
}
