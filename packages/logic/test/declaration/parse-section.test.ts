import { expect } from 'chai';
import { compileLogic } from '../../src/compile-logic.ts';
import { isWhole } from '../../src/declaration/parse-section.ts';
import { errorsOf, logicErrorOf, run, runBody } from '../run-field.ts';

const NOTHING = 'refused';
const object = { object: true, children: { n: { int: true } } };

describe('the rules of a whole body', () => {
  const table: [rules: object, body: unknown, outcome: unknown, rule?: string, pointer?: string][] = [
    [{ array: true, children: { int: true } }, [1, 2], [1, 2]],
    [{ array: true, children: { int: true } }, [1, 'x'], NOTHING, 'int', '/1'],
    [{ array: true, children: { int: true } }, {}, NOTHING, 'array', ''],
    [{ array: true, minItems: 1 }, [], NOTHING, 'minItems', ''],
    [{ array: true, children: object }, [{ n: 1 }], [{ n: 1 }]],
    [{ array: true, children: object }, [{ n: 1 }, { z: 1 }], NOTHING, 'unknown', '/1/z'],
    [{ array: true }, undefined, undefined],
    [{ array: true, required: true }, undefined, NOTHING, 'required', ''],
    [{ array: true, default: [1] }, undefined, [1]],
    [{ string: true, length: { max: 3 } }, 'abc', 'abc'],
    [{ string: true, length: { max: 3 } }, 'abcd', NOTHING, 'length', ''],
    [{ string: true }, 5, NOTHING, 'string', ''],
    [{ string: true }, '', ''],
    [{ string: true }, null, undefined],
    [{ string: true, nullable: true }, null, null],
    [{ string: true, required: true }, '', NOTHING, 'required', ''],
    [{ string: true, required: 'present' }, undefined, undefined],
    [{ string: true, trim: true, uppercase: true }, ' A ', 'A'],
    [{ string: true, default: 'x' }, undefined, 'x'],
    [{ int: true, min: 2 }, 1, NOTHING, 'min', ''],
    [{ int: true }, '5', NOTHING, 'int', ''],
    [object, { n: 1 }, { n: 1 }],
    [object, { n: 1, z: 1 }, NOTHING, 'unknown', '/z'],
    [object, undefined, undefined],
    [object, [], NOTHING, 'object', ''],
    [{ ...object, required: true }, undefined, NOTHING, 'required', ''],
    [{ object: true }, { free: { form: [1] } }, { free: { form: [1] } }],
    [{ object: true }, JSON.parse('{"a":{"__proto__":1}}'), NOTHING, 'unsafe', '/a/__proto__'],
  ];
  for (const [rules, body, outcome, rule, pointer] of table) {
    it(`${JSON.stringify(rules)} of ${JSON.stringify(body)}`, () => {
      const work = () => runBody(rules, body);
      if (outcome === NOTHING) {
        expect(errorsOf(work).map((error) => [error.in, error.pointer, error.rule])).to.deep.equal([
          ['body', pointer, rule],
        ]);
      } else {
        expect(work()).to.deep.equal(outcome);
      }
    });
  }

  it('coerce a form body', () => {
    expect(runBody({ int: true }, '5', { textBody: true })).to.equal(5);
    expect(runBody({ boolean: true }, 'on', { textBody: true })).to.equal(true);
    expect(runBody({ array: true, children: { int: true } }, '1,2', { textBody: true })).to.deep.equal([1, 2]);
    expect(errorsOf(() => runBody({ int: true }, 'x', { textBody: true }))[0]?.message).to.equal(
      'the body must be a whole number',
    );
  });

  it('can have aliasName and message', () => {
    expect(errorsOf(() => runBody({ array: true, aliasName: 'the list' }, 5))[0]?.message).to.equal(
      'the list must be a list',
    );
    expect(errorsOf(() => runBody({ array: true, message: 'no' }, 5))[0]?.message).to.equal('no');
  });

  it('have field names only for an object', () => {
    const fields = (body: object) => compileLogic({ postAction: { body } }).action('postAction')?.fields('body');
    expect(fields({ array: true, children: object })).to.equal(undefined);
    expect(fields({ string: true })).to.equal(undefined);
    expect(fields(object)).to.deep.equal(['n']);
  });

  it('respect unknown: strip', () => {
    const logic = { postAction: { unknown: 'strip', body: { array: true, children: object } } };
    expect(run(logic, 'postAction', { body: [{ n: 1, z: 1 }] }).body).to.deep.equal([{ n: 1 }]);
  });

  it('need a default that passes', () => {
    const error = logicErrorOf({ postAction: { body: { int: true, default: 'x' } } });
    expect(error).to.include({ code: 'E_LOGIC_DEFAULT', rule: 'default', section: 'body' });
    expect(error.message).to.match(
      /postAction\.body: the default fails its own rules: the body must be a whole number/,
    );
  });

  it('are only allowed for the body', () => {
    for (const section of ['params', 'query', 'headers', 'files']) {
      expect(logicErrorOf({ postAction: { [section]: { array: true } } })).to.include({
        code: 'E_LOGIC_SHAPE',
        section,
      });
    }
  });

  it('are recognized by a type with true', () => {
    for (const rules of [{ array: true }, { object: true, children: {} }, { a: {}, string: true }])
      expect(isWhole(rules)).to.equal(true);
    for (const rules of [
      {},
      { array: { string: true } },
      { string: {} },
      { int: { min: 1 } },
      { email: true },
      [],
      null,
      5,
    ])
      expect(isWhole(rules)).to.equal(false);
    expect(runBody({ array: { array: true }, object: { int: true } }, { array: [1], object: 5 })).to.deep.equal({
      array: [1],
      object: 5,
    });
  });
});

describe('keys that are not declared', () => {
  const fields = {
    a: {},
    o: { object: true, children: { b: {} } },
    list: { array: true, children: { object: true, children: { c: {} } } },
  };
  const body = { a: 1, z: 1, o: { b: 1, z: 1 }, list: [{ c: 1, z: 1 }] };
  const clean = { a: 1, o: { b: 1 }, list: [{ c: 1 }] };
  const all = ['/o/z', '/list/0/z', '/z'];

  const table: [name: string, logic: object, action: object, unknown: string[]][] = [
    ['are refused', {}, {}, all],
    ['are left out of a logic', { unknown: 'strip' }, {}, []],
    ['are refused in a logic that says so', { unknown: 'refuse' }, {}, all],
    ['are left out of an action', {}, { unknown: 'strip' }, []],
    ['are refused in an action of a logic that leaves them out', { unknown: 'strip' }, { unknown: 'refuse' }, all],
    ['are left out of a section', {}, { unknown: { body: 'strip' } }, []],
    ['are refused in a section', { unknown: 'strip' }, { unknown: { body: 'refuse' } }, all],
    ['are refused where another section leaves them out', {}, { unknown: { query: 'strip' } }, all],
    ['are as in the logic where a section says nothing', { unknown: 'strip' }, { unknown: { body: undefined } }, []],
  ];
  for (const [name, logic, action, unknown] of table) {
    it(name, () => {
      const work = () => run({ ...logic, postAction: { ...action, body: fields } }, 'postAction', { body });
      if (unknown.length === 0) expect(work().body).to.deep.equal(clean);
      else expect(errorsOf(work).map(({ pointer }) => pointer)).to.have.members(unknown);
    });
  }

  it('stay in params and are left out of headers regardless of unknown', () => {
    const inside = { o: { string: true } };
    const logic = (unknown: string) => ({ unknown, postAction: { params: inside, headers: inside } });
    const sources = { params: { x: '1' }, headers: { x: '1' } };
    for (const unknown of ['refuse', 'strip']) {
      expect(run(logic(unknown), 'postAction', sources)).to.deep.include({ params: { x: '1' }, headers: {} });
    }
  });
});
