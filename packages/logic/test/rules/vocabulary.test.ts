import { expect } from 'chai';
import { conditionNames } from '../../src/rules/conditions.ts';
import { vocabulary } from '../../src/rules/vocabulary.ts';
import { fieldErrorOf, logicErrorOf, runField } from '../run-field.ts';
import { choiceRows } from './rows/choice.ts';
import { formatRows } from './rows/formats.ts';
import { jsonFormatRows } from './rows/json-formats.ts';
import { kindRows } from './rows/kinds.ts';
import { listRows } from './rows/list.ts';
import { numberRows } from './rows/number.ts';
import { textRows } from './rows/text.ts';
import { webFormatRows } from './rows/web-formats.ts';

const rows = [kindRows, textRows, numberRows, listRows, choiceRows, formatRows, webFormatRows, jsonFormatRows].flat();

/** The names that users of the convention know. */
const attributes =
  'required default nullable trim aliasName children message secret readOnly createOnly writeOnly deprecated'.split(
    ' ',
  );
const conditions =
  'requiredIf requiredNotIf requiredWith requiredWithAll requiredWithout requiredWithoutAll requiredWithOut requiredWithOutAll'.split(
    ' ',
  );
const values = `
  string int bigint float boolean array object date file
  length byteLength in notIn equals different before after contains startWith endWith regexp divisibleBy
  min max multipleOf minItems maxItems uniqueItems pattern format enum const
  alpha alphaDash alphaNumeric alphaNumericDash ascii base64 creditCard currency dataURI decimal email fqdn fullWidth halfWidth
  hex hexColor image ip ip4 ip6 isbn isin issn iso8601 lowercase macAddress md5 mobile mongoId multibyte numeric uppercase url uuid
  variableWidth field order
`
  .trim()
  .split(/\s+/);

/** Rules that compare two fields have a table of their own, in the test of their file. */
const PAIRS = ['equals', 'different'];

describe('rule names', () => {
  it('are exactly the documented ones', () => {
    expect([...vocabulary.keys()]).to.have.members(values);
    expect([...conditionNames.keys()]).to.have.members(conditions);
    for (const name of [...attributes, ...conditions, ...values]) {
      if (name === 'default' || name === 'const') continue;
      expect(runField({ [name]: false }, 'a'), name).to.deep.equal({ value: 'a' });
    }
  });

  it('have a row that passes and one that fails', () => {
    // What no value of the right type can fail is tested by the values of other types.
    const types = new Set(['boolean', 'array', 'object']);
    for (const name of values.filter((each) => !PAIRS.includes(each))) {
      const own = rows.filter(([rules]) => Object.keys(rules).at(-1) === name);
      expect(
        own.some(([, pass]) => pass.length > 0),
        `${name} passes`,
      ).to.equal(true);
      if (!types.has(name))
        expect(
          own.some(([, , fail]) => fail.length > 0),
          `${name} fails`,
        ).to.equal(true);
    }
  });

  it('are suggested for a typo', () => {
    for (const name of [...attributes, ...conditions, ...values].filter((each) => each.length > 3)) {
      const slip = `${name.slice(0, -1)}_`;
      const error = fieldErrorOf({ [slip]: true });
      expect(error.code, slip).to.equal('E_LOGIC_RULE');
      expect(error.message, slip).to.match(/did you mean "/);
    }
    expect(logicErrorOf({ postAction: { body: { x: { requierd: true } } } }).message).to.include(
      'did you mean "required"?',
    );
  });

  it('accept any argument or throw LogicError', () => {
    const cyclic: Record<string, unknown> = { min: 1 };
    cyclic.self = cyclic;
    const list: unknown[] = ['a'];
    list.push(list);
    const odd: unknown[] = [
      null,
      0,
      -1,
      1.5,
      Number.NaN,
      1n,
      '',
      'a',
      '\ud800',
      [],
      [1n],
      [Symbol('a')],
      ['y', 1n],
      {},
      cyclic,
      list,
      Symbol('a'),
      () => 1,
      new Date(Number.NaN),
      /a/,
      new Map(),
      Object.create(null),
      new Proxy({}, {}),
    ];
    for (const name of [...attributes, ...conditions, ...values]) {
      for (const [position, argument] of odd.entries()) {
        try {
          fieldErrorOf({ [name]: argument }, { y: {} });
        } catch (error) {
          // It was taken.
          expect((error as Error).message, `${name} ${position}`).to.equal('expected a LogicError');
          continue;
        }
        expect(fieldErrorOf({ [name]: argument }, { y: {} }).name, `${name} ${position}`).to.equal('LogicError');
      }
    }
  });
});
