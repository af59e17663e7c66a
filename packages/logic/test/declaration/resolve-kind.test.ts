import { expect } from 'chai';
import type { FieldRule } from '../../src/declaration/field.ts';
import { resolveKind } from '../../src/declaration/resolve-kind.ts';
import { LogicError } from '../../src/errors.ts';
import type { Rule } from '../../src/rules/rule.ts';
import { vocabulary } from '../../src/rules/vocabulary.ts';

const read = (rules: object): FieldRule[] =>
  Object.entries(rules).map(([name, argument]) => ({ name, argument, rule: vocabulary.get(name) as Rule }));

describe('resolveKind', () => {
  const table: [rules: object, kind: string, by: string | undefined][] = [
    [{}, 'any', undefined],
    [{ string: true }, 'string', 'string'],
    [{ email: true }, 'string', 'email'],
    [{ min: 1 }, 'float', 'min'],
    [{ min: 1, int: true }, 'int', 'int'],
    [{ minItems: 1 }, 'array', 'minItems'],
    [{ before: true }, 'date', 'before'],
    [{ in: ['a'] }, 'string', 'in'],
    [{ in: [1, 2] }, 'int', 'in'],
    [{ in: [1, 'a'] }, 'any', undefined],
    [{ in: [1, 'a'], min: 1 }, 'float', 'min'],
    [{ equals: 'x' }, 'any', undefined],
    [{ const: { a: 1 } }, 'any', undefined],
  ];
  for (const [rules, kind, by] of table) {
    it(`${JSON.stringify(rules)} is of the kind ${kind}`, () => {
      const resolved = resolveKind(read(rules), {});
      expect(resolved.kind).to.equal(kind);
      expect(resolved.kindRule?.name).to.equal(by);
    });
  }

  it('refuses two types, and rules of another', () => {
    for (const rules of [
      { int: true, string: true },
      { int: true, email: true },
      { email: true, min: 1 },
    ]) {
      expect(() => resolveKind(read(rules), { field: ['x'] }))
        .to.throw(LogicError)
        .with.property('code', 'E_LOGIC_TYPE');
    }
  });
});
