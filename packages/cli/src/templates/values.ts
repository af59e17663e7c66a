import type { Template } from '../render.ts';
import type { ControllerValues } from './controller.ts';
import type { Kind } from './kind.ts';
import type { LogicValues } from './logic.ts';
import type { MigrationValues } from './migration.ts';
import type { RouterValues } from './router.ts';
import type { TestValues } from './test.ts';

/** What each template is called with. */
interface ValuesOf {
  readonly rest: Kind;
  readonly controller: ControllerValues;
  readonly logic: LogicValues;
  readonly router: RouterValues;
  readonly model: Kind;
  readonly migration: MigrationValues;
  readonly test: TestValues;
}

const KIND = {
  ts: 'types are written',
  esm: 'import and export; else require and module.exports',
} as const;

/** The values of each template and what they are: the compiler checks that none is missing. */
export const VALUES: { readonly [T in Template]: Readonly<Record<keyof ValuesOf[T], string>> } = {
  rest: KIND,
  controller: {
    ...KIND,
    rest: 'a REST controller, on the base class; else a plain one',
    hasFields: 'fields were given',
    className: 'name of the class',
    name: 'last segment of the name, as a literal',
    base: 'module of the base class, as a literal',
    logic: 'module of the logic, as a literal',
  },
  logic: { ...KIND, rest: 'for a REST controller', lines: 'the rules of the fields, as lines of an object literal' },
  router: { ...KIND, lines: 'the first rule with its comma, as lines' },
  model: KIND,
  migration: { esm: KIND.esm, up: 'statements, one a line', down: 'statements, one a line' },
  test: {
    ...KIND,
    vitest: 'for vitest; else for mocha',
    rest: 'for a REST controller',
    url: 'address of the resource',
    app: 'module of test/app, as a literal',
    name: 'last segment of the name, as a literal',
    entries: 'entries of a record, as code; none where its parents are not known',
    change: 'one entry that changes',
    parents: 'records that have to be there before: { table, variable, values }',
  },
};

/** The names of the values of a template, as the first line of an ejected one has them: sorted. */
export function signatureOf(template: Template): string {
  return Object.keys(VALUES[template]).sort().join(' ');
}
