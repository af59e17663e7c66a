import { expect } from 'chai';
import { readSnippet } from './snippet.ts';

/** A section or a field, and the type that an editor shows of it. */
const TABLE: readonly (readonly [name: string, shown: string])[] = [
  [
    "Post['body']",
    '{ title: string; author?: { name: string; mail?: string | null; }; notes?: { text?: string; }[]; }',
  ],
  ["Post['params']", '{ id: number; lang?: string; }'],
  ["Post['query']", '{ page?: { size: number; from?: number; }; }'],
  ["Post['headers']", '{ a?: { b?: string; }; }'],
  ["Input<typeof logic, 'patchAction'>['body']", '{ author?: { name?: string; mail?: string | null; } | null; }'],
  [
    "Input<typeof logic, 'putAction'>",
    '{ params: { id: number; }; query: Record<string, string | string[]>; headers: Record<string, string | string[] | undefined>; ' +
      'body: { a: boolean; b?: 1 | 2; }[] | undefined; files: Record<string, unknown>; }',
  ],
];

const LOGIC = `
const author = { object: true, children: { name: { string: true, required: true }, mail: { string: true, nullable: true } } } as const;
const logic = defineLogic({
  params: { id: { int: true, required: true } },
  postAction: {
    params: { lang: { string: true } },
    body: {
      title: { string: true, required: true },
      author,
      notes: { array: true, children: { object: true, children: { text: { string: true } } } },
    },
    query: {
      type: 'object',
      properties: {
        page: { type: 'object', properties: { size: { type: 'integer' }, from: { type: 'integer' } }, required: ['size'] },
      },
    },
    headers: () => ({ a: { object: true, children: { b: { string: true } } } }),
  },
  patchAction: { body: partial({ author }) },
  putAction: {
    body: { array: true, children: { object: true, children: { a: { boolean: true, required: true }, b: { in: [1, 2] } } } },
  },
});
type Post = Input<typeof logic, 'postAction'>;
`;

describe('types shown by an editor', function () {
  this.timeout(60_000);

  for (const [name, shown] of TABLE) {
    it(`${name} is a plain type`, () => {
      expect(readSnippet(`${LOGIC} declare const |given: ${name};`).hover).to.equal(`const given: ${shown}`);
    });
  }

  it('the result of validate does not contain the type of the logic', () => {
    const { hover, declaration, errors } = readSnippet(
      `${LOGIC} export const |made = validate(logic, 'putAction', {});`,
    );
    expect(errors).to.eql([]);
    const [, shown] = TABLE.at(-1) ?? [];
    expect(hover).to.equal(`const made: Promise<${shown}>`);
    expect(declaration).to.include(`const made: Promise<${shown}>`);
  });

  it('a function that returns its input has a plain declaration', () => {
    const { declaration } = readSnippet(`${LOGIC} export function act({ body }: Post) { return body; }`);
    expect(declaration).to.include(`): ${TABLE[0]?.[1]};`);
  });
});
