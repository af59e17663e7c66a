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

const IN_FULL = String.raw`#  rule                                                      controller  collection  item                  file                        logic
1  [/\/post\/(\d+)\/comments/, 'comment?postId=:1', 'rest']  comment     GET POST    GET PUT PATCH DELETE  src/controller/comment.ts   (no logic)
2  ['/old/:id', 'legacy', 'proxy']                           skipped: the third element is 'proxy', not 'rest'
3  [/\/api\/(\w+)(?:\/(\d+))?/, 'api/:1?id=:2', 'rest']      api/post    GET POST    GET PUT PATCH DELETE  src/controller/api/post.ts  src/logic/api/post.ts
3  [/\/api\/(\w+)(?:\/(\d+))?/, 'api/:1?id=:2', 'rest']      api/tag     GET POST                          src/controller/api/tag.ts   src/logic/api/tag.ts
4  ['/:area', ':area/x', 'rest']                             no controller
`;
const AT_120 = String.raw`#  rule                                                      controller  collection  item
1  [/\/post\/(\d+)\/comments/, 'comment?postId=:1', 'rest']  comment     GET POST    GET PUT PATCH DELETE
2  ['/old/:id', 'legacy', 'proxy']                           skipped: the third element is 'proxy', not 'rest'
3  [/\/api\/(\w+)(?:\/(\d+))?/, 'api/:1?id=:2', 'rest']      api/post    GET POST    GET PUT PATCH DELETE
3  [/\/api\/(\w+)(?:\/(\d+))?/, 'api/:1?id=:2', 'rest']      api/tag     GET POST
4  ['/:area', ':area/x', 'rest']                             no controller
`;
const AT_80 = String.raw`#  rule                             controller  collection  item
1  [/\/post\/(\d+)\/comments/, 'c…  comment     GET POST    GET PUT PATCH DELETE
2  ['/old/:id', 'legacy', 'proxy']  skipped: the third element is 'proxy', not …
3  [/\/api\/(\w+)(?:\/(\d+))?/, '…  api/post    GET POST    GET PUT PATCH DELETE
3  [/\/api\/(\w+)(?:\/(\d+))?/, '…  api/tag     GET POST
4  ['/:area', ':area/x', 'rest']    no controller
`;
const AT_60 = String.raw`#  rule             controller  collection  item
1  [/\/post\/(\d+…  comment     GET POST    GET PUT PATCH D…
`;

describe('the list of routes', () => {
  const plain = paintFor({ write: () => undefined }, {});

  for (const [columns, rows, text] of [
    [undefined, ROWS, IN_FULL],
    [120, ROWS, AT_120],
    [80, ROWS, AT_80],
    [60, ROWS.slice(0, 1), AT_60],
  ] as const) {
    it(`has a line for each rule and controller (${columns ?? 'no terminal'})`, () =>
      expect(routeLines(rows, columns, plain)).to.deep.equal({ text, isShortened: columns !== undefined }));
  }

  const rules = { read: 'everyone', create: 'user', update: 'nobody', delete: 'nobody' };
  const policy = { table: 'post', file: undefined, always: undefined, fields: {}, ...rules };
  it('says who may do what, shortened on a terminal', () => {
    const one = [row('1', "['/post/:id?', 'rest']", 'post', { policy })];
    expect(routeLines(one, undefined, plain).text).to.contain(
      'DELETE  read: everyone · create: user · update, delete: nobody  src/controller/post.ts  src/logic/post.ts\n',
    );
    expect(routeLines(one, 120, plain).text).to.contain('DELETE  read: everyone · create: user · update, delete…\n');
    expect(routeLines(one, 80, plain).text).not.to.contain('policy');
  });

  it('is complete where everything fits', () => {
    const one = [row('1', "['/post/:id?', 'rest']", 'post')];
    expect(routeLines(one, 140, plain)).to.deep.equal({ ...routeLines(one, undefined, plain), isShortened: false });
  });

  for (const columns of [20, 40, 80]) {
    it(`fits a rule with long parts into ${columns} columns`, () => {
      const long = [row('1', `[/${'x'.repeat(20_000)}/, 'rest']`, 'post'), row('2', '[]', 'y'.repeat(100))];
      const lines = routeLines(long, columns, plain).text.trimEnd().split('\n');
      expect(lines).to.have.length(3);
      expect(Math.max(...lines.map((line) => line.length))).to.be.at.most(columns);
    });
  }

  it('has colors for controllers, files and skipped rules', () => {
    const { text } = routeLines(ROWS, undefined, paintFor({ write: () => undefined, isTTY: true }, {}));
    expect(text).to.contain('\u001b[32mapi/post\u001b[39m    GET POST    GET PUT');
    expect(text).to.contain('\u001b[33mskipped: ').and.contain('\u001b[90msrc/logic/api/post.ts\u001b[39m\n');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colors are removed.
    expect(text.replace(/\u001b\[\d+m/g, '')).to.equal(IN_FULL);
  });
});
