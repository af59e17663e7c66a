import { checkRegExp } from '@rest-gen/logic';
import { expect } from 'chai';
import { ParseError, parsePattern, parseRegExp } from '../../src/core/parse/pattern.ts';

/** pattern, path, captures or `null` when the whole path does not match */
const MATCHES: readonly [string, string, (string | undefined)[] | null][] = [
  ['/post', '/POST', []],
  ['/post', '/posts', null],
  ['/post', '/my/post', null],
  ['/post/:id?', '/post', [undefined]],
  ['/post/:id?', '/post/12', ['12']],
  ['/post/:id?', '/post/12/x', null],
  ['/post/:id', '/post', null],
  ['/post/:id(\\d+)', '/post/1a', null],
  ['/post/:id(\\d+)?', '/post', [undefined]],
  ['/post/:id((?:a|b)/c)', '/post/a/c', ['a/c']],
  ['/post/:id([)/]+)', '/post/)/', [')/']],
  ['/files/:rest*', '/files', [undefined]],
  ['/files/:rest*', '/files/a/b', ['a/b']],
  ['/files/:rest+', '/files', null],
  ['/n/:rest(\\d+)*', '/n/1/2', ['1/2']],
  ['/n/:rest(\\d+)*', '/n/1/x', null],
  ['/log/:year-:month', '/log/2026-11', ['2026', '11']],
  ['/log/:year-:month', '/log/2026-11-22', ['2026', '11-22']],
  ['/log/:year-:month', '/log/2026-', null],
  ['/log/:from-to-:to', '/log/a-b-to-c-to-d', ['a-b', 'c-to-d']],
  ['/log/:a:b', '/log/xyz', ['x', 'yz']],
  ['/log/:a-:b(\\d+)', '/log/x-y-12', ['x-y', '12']],
  ['/log/:a-:b.txt', '/log/x-y.txt.txt', ['x', 'y.txt']],
  ['/of/:path+/by/:name+', '/of/a/b/by/c/by/d', ['a/b', 'c/by/d']],
  ['/of/:path*/by/:name*', '/of/by', [undefined, undefined]],
  ['/of/:path+/by/:name', '/of/a/by/b/by/c', ['a/by/b', 'c']],
  ['/file/:name.json', '/file/a.json', ['a']],
  ['/file/:name.json', '/file/aXjson', null],
  ['/café/:id?', '/caf%C3%A9/1', ['1']],
  ['/', '', []],
  // A trailing slash is ignored.
  ['/store/item/:id/', '/store/item/7', ['7']],
  ['/post/:id?/', '/post', [undefined]],
];

/** pattern, what the error says, what the hint says */
const ERRORS: readonly [string, RegExp, RegExp][] = [
  ['post', /does not begin with a slash/, /'\/post'/],
  ['/post//', /empty segment/, /Remove/],
  ['/post/:', /":" without a name/, /\/post\/:id\?/],
  ['/post/:id(', /not closed/, /Close/],
  ['/post/:id()', /empty expression/, /:id/],
  ['/post/:id((a))', /captures inside/, /\(\?:/],
  ['/post/:id([)', /not closed/, /Close/],
  ['/post/:id(+)', /invalid expression/, /Fix/],
  ['/a/:id/:id', /":id" is used twice/, /own name/],
  ['/post/a:id?', /only a part/, /segment of its own/],
  ['/post/*', /"\*" has no meaning/, /:rest\*/],
  ['/post{/:id}', /"\{" has no meaning/, /expression/],
  ['/a b', /" " has no meaning/, /literals/],
  ['/a?b=1', /"\?" has no meaning/, /The query is no part of a path/],
];

describe('parsePattern', () => {
  for (const [pattern, path, expected] of MATCHES) {
    it(`${pattern} ${expected ? 'matches' : 'does not match'} "${path}"`, () => {
      const { source, flags, groups } = parsePattern(pattern, false);
      const found = new RegExp(`^(?:${source})$`, flags).exec(path);
      expect(found && [...found].slice(1)).to.deep.equal(expected);
      if (found) expect(groups).to.have.length(found.length - 1);
    });
  }

  for (const [pattern, message, hint] of ERRORS) {
    it(`refuses ${pattern}`, () => {
      expect(() => parsePattern(pattern, false))
        .to.throw(ParseError, message)
        .with.property('hint')
        .that.matches(hint);
    });
  }

  // Otherwise matching would backtrack over each text before the last one.
  for (const pattern of ['/x/:a-:b', '/x/:a:b', '/x/:a-:b-:c-:d']) {
    it(`matches in linear time: ${pattern}`, () => {
      const { source } = parsePattern(pattern, true);
      expect(checkRegExp(new RegExp(`^(?:${source})$`), { maxLength: 1_000_000 })).to.equal(undefined);
    });
  }

  it('refuses a trailing slash where the rule is strict', () => {
    expect(() => parsePattern('/post/', false, true)).to.throw(ParseError, /empty segment/);
  });

  it('names the controller by its literal segments', () => {
    expect(parsePattern('/v1/post/:id?', false).literals).to.equal('v1/post');
    expect(parsePattern('/:id', false).literals).to.equal('');
  });
});

describe('parseRegExp', () => {
  it('counts groups and reads their names', () => {
    const source = /\/a(?:x)(?=y)(?!z)(?<=w)(?<!v)(\d)(?<id>[(](\\\())?\(/;
    expect(parseRegExp(source).groups).to.deep.equal([undefined, 'id', undefined]);
  });

  it('drops the flags g and y', () => {
    expect(parseRegExp(/a/giy).flags).to.equal('i');
  });
});
