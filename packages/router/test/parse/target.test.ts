import { expect } from 'chai';
import { ParseError } from '../../src/parse/pattern.ts';
import { parseTarget } from '../../src/parse/target.ts';

const text = (value: string) => ({ kind: 'text', text: value });
const slot = (value: number | string) => ({ kind: 'slot', slot: value });

describe('parseTarget', () => {
  it('reads a controller and its parameters', () => {
    expect(parseTarget('comment?postId=:1&id=:2')).to.deep.equal({
      controller: [text('comment')],
      params: [
        { name: 'postId', value: [slot(1)] },
        { name: 'id', value: [slot(2)] },
      ],
    });
  });

  it('takes :1 and :10 as two slots', () => {
    expect(parseTarget('a?x=:1&y=:10').params.map(({ value }) => value)).to.deep.equal([[slot(1)], [slot(10)]]);
  });

  it('reads slots in the name of the controller, by number and by name', () => {
    expect(parseTarget('api/:1').controller).to.deep.equal([text('api/'), slot(1)]);
    expect(parseTarget('v:1/:name').controller).to.deep.equal([text('v'), slot(1), text('/'), slot('name')]);
  });

  it('takes a leading slash, fixed values and mixed ones', () => {
    expect(parseTarget('/post?kind=blog&key=a-:1').params).to.deep.equal([
      { name: 'kind', value: [text('blog')] },
      { name: 'key', value: [text('a-'), slot(1)] },
    ]);
    expect(parseTarget('/post').controller).to.deep.equal([text('post')]);
  });

  for (const [target, message] of [
    ['', /names no controller/],
    ['?id=:1', /names no controller/],
    ['post.js?id=:1', /"post.js" is not the name/],
    ['../post', /not the name/],
    ['a//b', /not the name/],
    ['a:', /not the name/],
    ['a/:-b', /not the name/],
    [`${'a'.repeat(40)}!`, /not the name/],
    ['a b', /not the name/],
    ['post?id', /"id" in the target/],
    ['post?=:1', /"=:1" in the target/],
    ['post?id=:1&', /"" in the target/],
    ['post?__proto__=:1', /"__proto__=:1"/],
    ['post?id=:1&id=:2', /sets "id" twice/],
  ] as const) {
    it(`refuses "${target}"`, () => {
      expect(() => parseTarget(target)).to.throw(ParseError, message);
    });
  }
});
