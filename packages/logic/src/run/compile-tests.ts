import type { SectionDeclaration } from '../declaration/read-section.ts';
import { compileSchema, type SchemaError, type SchemaTest } from '../schema/ajv.ts';
import { buildSchema, type RunMode } from '../schema/build-schema.ts';
import type { ActionInput, Failure } from '../types.ts';
import { collectFailures } from './collect-failures.ts';

/** Both replace the sections of the input with validated copies. */
export interface Tests {
  /** Whether the input passes; stops at the first failure. */
  pass(input: ActionInput): boolean;
  /** Everything that failed, up to 100. */
  explain(input: ActionInput): Failure[];
}

/** Compile the validation of sections; `explain` is compiled when the first input fails. */
export function compileTests(sections: readonly SectionDeclaration[], mode: RunMode): Tests {
  if (sections.length === 0) return { pass: () => true, explain: () => [] };
  const { schema, lookups } = buildSchema(sections, mode);
  const references = new Map(sections.map((section) => [section.section, section.references]));
  const pass = compileSchema(schema, { every: false });
  let every: SchemaTest | undefined;
  return {
    pass: pass as Tests['pass'],
    explain(input) {
      every ??= compileSchema(schema, { every: true });
      return every(input) ? [] : collectFailures(every.errors as readonly SchemaError[], lookups, references);
    },
  };
}
