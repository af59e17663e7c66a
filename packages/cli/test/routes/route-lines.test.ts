import { expect } from 'chai';
import { paintFor } from '../../src/report.ts';
import { routeLines } from '../../src/routes/route-lines.ts';
import { ROWS, row } from './rows.ts';

const plain = paintFor({ write: () => undefined }, {});

const AT_120 = String.raw`#  rule
   controller  collection  item                  file                        logic
1  ['/post/:id?', 'rest']
   post        GET POST    GET PUT PATCH DELETE  src/controller/post.ts      src/logic/post.ts
2  [/\/post\/(\d+)\/comments(?:\/(\d+))?/, 'comment?postId=:1&id=:2', 'rest']
   comment     GET POST    GET PUT PATCH DELETE  src/controller/comment.ts   (no logic)
3  ['/old/:id', 'legacy', 'proxy']
   skipped: the third element is 'proxy', not 'rest'
4  [/\/api\/(\w+)(?:\/(\d+))?/, 'api/:1?id=:2', 'rest']
   api/post    GET POST    GET PUT PATCH DELETE  src/controller/api/post.ts  src/logic/api/post.ts
   api/tag     GET POST                          src/controller/api/tag.ts   src/logic/api/tag.ts
`;
const AT_80 = String.raw`#  rule
   controller  collection  item                  file
                                                 logic
1  ['/post/:id?', 'rest']
   post        GET POST    GET PUT PATCH DELETE  src/controller/post.ts
                                                 src/logic/post.ts
2  [/\/post\/(\d+)\/comments(?:\/(\d+))?/, 'comment?postId=:1&id=:2', 'rest']
   comment     GET POST    GET PUT PATCH DELETE  src/controller/comment.ts
                                                 (no logic)
3  ['/old/:id', 'legacy', 'proxy']
   skipped: the third element is 'proxy', not 'rest'
4  [/\/api\/(\w+)(?:\/(\d+))?/, 'api/:1?id=:2', 'rest']
   api/post    GET POST    GET PUT PATCH DELETE  src/controller/api/post.ts
                                                 src/logic/api/post.ts
   api/tag     GET POST                          src/controller/api/tag.ts
                                                 src/logic/api/tag.ts
`;
const AT_60 = String.raw`#  rule
   controller  collection  item
     file  logic
1  ['/post/:id?', 'rest']
   post        GET POST    GET PUT PATCH DELETE
     src/controller/post.ts  src/logic/post.ts
2  [/\/post\/(\d+)\/comments(?:\/(\d+))?/,
   'comment?postId=:1&id=:2', 'rest']
   comment     GET POST    GET PUT PATCH DELETE
     src/controller/comment.ts  (no logic)
3  ['/old/:id', 'legacy', 'proxy']
   skipped: the third element is 'proxy', not 'rest'
4  [/\/api\/(\w+)(?:\/(\d+))?/, 'api/:1?id=:2', 'rest']
   api/post    GET POST    GET PUT PATCH DELETE
     src/controller/api/post.ts  src/logic/api/post.ts
   api/tag     GET POST
     src/controller/api/tag.ts  src/logic/api/tag.ts
`;

describe('routeLines', () => {
  for (const [columns, text] of [
    [120, AT_120],
    [80, AT_80],
    [60, AT_60],
  ] as const) {
    it(`fills ${columns} columns`, () => {
      expect(routeLines(ROWS, columns, plain)).to.equal(text);
      for (const line of text.split('\n')) expect(line.length).to.be.at.most(columns);
    });
  }

  it('puts both files on lines of their own where they do not fit on one', () => {
    const text = routeLines(ROWS.slice(0, 1), 50, plain);
    expect(text).to.contain('DELETE\n     src/controller/post.ts  src/logic/post.ts\n');
    expect(routeLines(ROWS.slice(0, 1), 40, plain)).to.contain(
      '\n     src/controller/post.ts\n     src/logic/post.ts\n',
    );
  });

  it('breaks a rule whose parts are longer than a line', () => {
    const rule = `[/${'x'.repeat(200)}/, 'rest']`;
    const lines = routeLines([row('1', rule, 'post')], 80, plain).split('\n');
    for (const line of lines) expect(line.length).to.be.at.most(80);
    const written = lines.filter((line) => /x|'rest'/.test(line)).map((line) => line.slice(3));
    expect(written.join('').replace(/,(?! )/, ', ')).to.equal(rule);
  });

  it('colours controllers, files and what is skipped', () => {
    const text = routeLines(ROWS, 80, paintFor({ write: () => undefined, isTTY: true }, {}));
    expect(text).to.contain('\u001b[32mapi/post\u001b[39m    GET POST    GET PUT');
    expect(text).to.contain('\u001b[33mskipped: ').and.contain('\u001b[90msrc/logic/post.ts\u001b[39m\n');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what is taken away is colour.
    expect(text.replace(/\u001b\[\d+m/g, '')).to.equal(AT_80);
  });

  it('is nothing for no routes', () => expect(routeLines([], 80, plain)).to.equal(''));

  it('says of a bulk rule that it leads nowhere', () => {
    const text = routeLines([row('1', "['/api/:area', 'api/:1', 'rest']", undefined)], 80, plain);
    expect(text.split('\n').slice(-3)).to.deep.equal(["1  ['/api/:area', 'api/:1', 'rest']", '   no controller', '']);
  });
});
