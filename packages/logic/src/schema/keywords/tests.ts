import type { Code, CodeKeywordDefinition, KeywordCxt, Name } from 'ajv';
import type { Kind } from '../../kind.ts';
import { jsonTypeOf } from '../../rules/kinds.ts';
import type { Test } from '../../rules/rule.ts';
import { _ } from './code.ts';
import { failure } from './report.ts';

/** Argument of the keyword: in a list, so that Ajv does not look for schemas in it. */
export type TestsArgument = readonly [
  plan: {
    readonly kind: Kind;
    readonly nullable: boolean;
    /** In the order in which they are tried. */
    readonly tests: readonly Test[];
  },
];

/** Keyword of a value: the tests of its rules. The `rule` of a failure is the position of the first test that failed. */
export const testsKeyword: CodeKeywordDefinition = {
  keyword: 'x-tests',
  // After the children of lists and objects are prepared, since rules compare the prepared values.
  post: true,
  schemaType: 'array',
  error: failure,
  code(context: KeywordCxt) {
    const { gen, data, it } = context;
    const [{ kind, nullable, tests }] = context.schema as TestsArgument;
    const guards: Code[] = [];
    if (nullable) guards.push(_`${data} !== null`);
    // With only the first error, the type has been checked before.
    if (it.allErrors && kind !== 'any') guards.push(hasType(data, kind));
    const run = () => {
      tests.forEach((test, position) => {
        const passes = gen.scopeValue('keyword', { ref: test });
        gen.if(_`!${passes}(${data}, ${it.parentData})`, () => context.error(false, { rule: _`${position}` }));
      });
    };
    if (guards.length === 0) run();
    else
      gen.if(
        guards.reduce((all, guard) => _`${all} && ${guard}`),
        run,
      );
  },
};

// --- internal ---

function hasType(data: Name, kind: Kind): Code {
  switch (jsonTypeOf(kind)) {
    case 'array':
      return _`Array.isArray(${data})`;
    case 'object':
      return _`typeof ${data} == "object" && ${data} !== null && !Array.isArray(${data})`;
    default:
      return _`typeof ${data} == ${jsonTypeOf(kind)}`;
  }
}
