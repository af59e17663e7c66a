import { expect } from 'chai';
import ts from 'ts-blank-space';
import { Controller } from '../../../router/src/controller.ts';
import type { ControllerClass } from '../../../router/src/controller-class.ts';
import { actionFields } from '../../src/check/action-fields.ts';

/** The members of a class, and the actions that are fields only. */
// biome-ignore format: a table
const ROWS: readonly [string, string, string[]][] = [
  ['a method', 'getAction() {}', []],
  ['a field on a line', '\n  getAction = async () => 1;\n', ['getAction']],
  ['a field beside others', 'x = 1; getAction = () => 1; putAction = 2;', ['getAction', 'putAction']],
  ['a field behind a method', 'x() {} getAction = () => 1;', ['getAction']],
  ['a field with a type, blanked', ts('class A { override getAction: () => number = () => 1 }').slice(9, -1), ['getAction']],
  ['an assignment in the constructor', 'constructor() { super(); this.postAction = () => 1; }', ['postAction']],
  ['what esbuild makes of a field', 'constructor() { super(); __publicField(this, "postAction", () => 1); }', ['postAction']],
  ['a method and a field of the same name', 'getAction() {} x = (this.getAction = 1);', []],
  ['a local variable', 'x() { const getAction = 1; return getAction; }', []],
];

describe('actionFields', () => {
  for (const [what, members, expected] of ROWS) {
    it(`finds in ${what}: ${expected.join() || 'nothing'}`, () => {
      expect(actionFields(classOf(members))).to.eql(expected);
    });
  }

  it('includes base classes, without creating an instance', () => {
    const Base = classOf('getAction = 1; constructor() { throw new Error("made"); }');
    class Post extends Base {
      putAction() {}
    }
    expect(actionFields(Post)).to.eql(['getAction']);
  });

  it('finds nothing in an empty class', () => {
    expect(actionFields(class extends Controller {})).to.eql([]);
  });
});

function classOf(members: string): ControllerClass {
  return new Function('Controller', `return class extends Controller { ${members} }`)(Controller) as ControllerClass;
}
