import type { RouteRow } from '@rest-gen/router';
import { expect } from 'chai';
import { paintFor } from '../src/report.ts';
import { routeLines } from '../src/routes/route-lines.ts';

/** A row of a controller with all methods. */
function row(number: string, rule: string, controller: string | undefined, rest: Partial<RouteRow> = {}): RouteRow {
  const files = { file: `src/controller/${controller}.ts`, logic: `src/logic/${controller}.ts` };
  const methods = { collection: ['GET', 'HEAD', 'POST'], item: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'] };
  const none = { file: undefined, logic: undefined, collection: [], item: [] };
  return { number, rule, controller, skipped: undefined, ...(controller ? { ...files, ...methods } : none), ...rest };
}

const BULK = String.raw`[/\/api\/(\w+)(?:\/(\d+))?/, 'api/:1?id=:2', 'rest']`;
const ROWS: readonly RouteRow[] = [
  row('1', String.raw`[/\/post\/(\d+)\/comments/, 'comment?postId=:1', 'rest']`, 'comment', { logic: undefined }),
  row('2', "['/old/:id', 'legacy', 'proxy']", undefined, { skipped: "the third element is 'proxy', not 'rest'" }),
  row('3', BULK, 'api/post'),
  row('3', BULK, 'api/tag', { item: [] }),
  row('4', "['/:area', ':area/x', 'rest']", undefined),
];

const AT_120 = String.raw`#  rule
   controller  collection  item                  file                        logic
1  [/\/post\/(\d+)\/comments/, 'comment?postId=:1', 'rest']
   comment     GET POST    GET PUT PATCH DELETE  src/controller/comment.ts   (no logic)
2  ['/old/:id', 'legacy', 'proxy']
   skipped: the third element is 'proxy', not 'rest'
3  [/\/api\/(\w+)(?:\/(\d+))?/, 'api/:1?id=:2', 'rest']
   api/post    GET POST    GET PUT PATCH DELETE  src/controller/api/post.ts  src/logic/api/post.ts
   api/tag     GET POST                          src/controller/api/tag.ts   src/logic/api/tag.ts
4  ['/:area', ':area/x', 'rest']
   no controller
`;
const AT_80 = String.raw`#  rule
   controller  collection  item                  file
                                                 logic
1  [/\/post\/(\d+)\/comments/, 'comment?postId=:1', 'rest']
   comment     GET POST    GET PUT PATCH DELETE  src/controller/comment.ts
                                                 (no logic)
2  ['/old/:id', 'legacy', 'proxy']
   skipped: the third element is 'proxy', not 'rest'
3  [/\/api\/(\w+)(?:\/(\d+))?/, 'api/:1?id=:2', 'rest']
   api/post    GET POST    GET PUT PATCH DELETE  src/controller/api/post.ts
                                                 src/logic/api/post.ts
   api/tag     GET POST                          src/controller/api/tag.ts
                                                 src/logic/api/tag.ts
4  ['/:area', ':area/x', 'rest']
   no controller
`;
const AT_54 = String.raw`#  rule
   controller  collection  item
     file
     logic
1  [/\/post\/(\d+)\/comments/, 'comment?postId=:1',
   'rest']
   comment     GET POST    GET PUT PATCH DELETE
     src/controller/comment.ts
     (no logic)
`;

describe('the list of routes', () => {
  const plain = paintFor({ write: () => undefined }, {});

  for (const [columns, rows, text] of [
    [120, ROWS, AT_120],
    [80, ROWS, AT_80],
    [54, ROWS.slice(0, 1), AT_54],
  ] as const) {
    it(`fits into ${columns} columns`, () => expect(routeLines(rows, columns, plain)).to.equal(text));
  }

  it('breaks a rule with parts that are longer than a line', () => {
    const lines = routeLines([row('1', `[/${'x'.repeat(200)}/, 'rest']`, 'post')], 80, plain).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).to.be.at.most(80);
    expect(lines.join('').match(/x/g)).to.have.length(200);
  });

  it('has colors for controllers, files and skipped rules', () => {
    const text = routeLines(ROWS, 80, paintFor({ write: () => undefined, isTTY: true }, {}));
    expect(text).to.contain('\u001b[32mapi/post\u001b[39m    GET POST    GET PUT');
    expect(text).to.contain('\u001b[33mskipped: ').and.contain('\u001b[90msrc/logic/api/post.ts\u001b[39m\n');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colors are removed.
    expect(text.replace(/\u001b\[\d+m/g, '')).to.equal(AT_80);
  });
});
