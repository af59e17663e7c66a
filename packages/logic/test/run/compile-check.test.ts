import { expect } from 'chai';
import { errorsOf, run, runBody } from '../run-field.ts';

describe('errors of an action', () => {
  it('contain the first failing rule of a field: presence, type, then written order', () => {
    const one = (rules: object, x: unknown) => errorsOf(() => runBody({ x: rules }, { x })).map(({ rule }) => rule);
    expect(one({ uppercase: true, length: { min: 5 }, string: true }, 'a')).to.deep.equal(['uppercase']);
    expect(one({ length: { min: 5 }, uppercase: true, string: true }, 'a')).to.deep.equal(['length']);
    expect(one({ length: { min: 5 }, uppercase: true, string: true }, 5)).to.deep.equal(['string']);
    expect(one({ in: [5], int: true }, 'x')).to.deep.equal(['int']);
    expect(one({ min: 5, multipleOf: 2, max: 9, int: true }, 3)).to.deep.equal(['min']);
    expect(one({ multipleOf: 2, min: 5 }, 3)).to.deep.equal(['multipleOf']);
  });

  it('are in the order of sections and declaration, unknown fields last', () => {
    const logic = {
      params: { id: { int: true } },
      postAction: {
        body: {
          a: { int: true },
          b: { required: true },
          c: { array: true, children: { int: true } },
          d: { required: true },
        },
        query: { q: { required: true } },
        headers: { 'X-Token': { required: true } },
        files: { photo: { required: true, file: true } },
      },
    };
    const sources = { params: { id: 'x' }, query: {}, headers: {}, body: { z: 1, c: [1, 'x', 'y'], a: 'x' } };
    expect(
      errorsOf(() => run(logic, 'postAction', sources)).map((error) => `${error.in} ${error.pointer} ${error.rule}`),
    ).to.deep.equal([
      'params /id int',
      'query /q required',
      'headers /X-Token required',
      'body /a int',
      'body /b required',
      'body /c/1 int',
      'body /c/2 int',
      'body /d required',
      'body /z unknown',
      'files /photo required',
    ]);
  });

  it('name the rule at any depth', () => {
    const level = (children: object) => ({ object: true, children: { list: { array: true, children } } });
    const fields = { a: level(level({ string: true, length: { max: 2 }, uppercase: true })) };
    const [error] = errorsOf(() => runBody(fields, { a: { list: [{ list: ['AB', 'ABC'] }] } }));
    expect(error).to.deep.equal({
      in: 'body',
      pointer: '/a/list/0/list/1',
      rule: 'length',
      message: 'item of item of a.list.list must be at most 2 characters long',
      expected: { max: 2 },
    });
  });

  it('have expected unless the argument is true', () => {
    const expected = (rules: object, x: unknown) => errorsOf(() => runBody({ x: rules, y: {} }, { x }))[0];
    expect(expected({ in: ['a'] }, 'b')).to.have.deep.property('expected', ['a']);
    expect(expected({ length: 3 }, 'b')).to.have.property('expected', 3);
    expect(expected({ regexp: /^a$/i }, 'b')).to.have.property('expected', '/^a$/i');
    expect(expected({ before: new Date(0) }, '2000-01-01')).to.have.property('expected', '1970-01-01T00:00:00.000Z');
    expect(expected({ equals: 'y' }, 'b')).to.have.property('expected', 'y');
    expect(expected({ string: true }, 5)).not.to.have.property('expected');
    expect(expected({ required: true }, '')).not.to.have.property('expected');
  });
});
