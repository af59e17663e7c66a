import type { SectionDeclaration } from '../declaration/read-section.ts';
import { compileSchema, type SchemaError, type SchemaTest } from '../schema/ajv.ts';
import { buildSchema, type RunMode } from '../schema/build-schema.ts';
import type { ActionInput, Failure } from '../types.ts';
import { collectFailures } from './collect.ts';

/** Both change the input that they are given into the fresh one. */
export interface Tests {
  /** Whether the input passes; the first failure ends it. */
  pass(input: ActionInput): boolean;
  /** Everything that failed, up to 100. */
  explain(input: ActionInput): Failure[];
}

/** Compile the tests of sections; that which collects failures only when the first input fails. */
export function compileTests(sections: readonly SectionDeclaration[], mode: RunMode): Tests {
  if (sections.length === 0) return { pass: () => true, explain: () => [] };
  const { schema, sites } = buildSchema(sections, mode);
  const references = new Map(sections.map((section) => [section.section, section.references]));
  const pass = compileSchema(schema, { every: false });
  let every: SchemaTest | undefined;
  return {
    pass: pass as Tests['pass'],
    explain(input) {
      every ??= compileSchema(schema, { every: true });
      return every(input) ? [] : collectFailures(every.errors as readonly SchemaError[], sites, references);
    },
  };
}
