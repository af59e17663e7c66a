import type { ObjectFields } from '../declaration/field.ts';
import { isObject } from '../rules/arguments.ts';
import { compileSchema, type SchemaTest } from '../schema/ajv.ts';
import { buildSchema, type SectionSchema } from '../schema/build-schema.ts';
import type { FieldError, Section } from '../types.ts';
import { collectErrors, notAnObject } from './collect.ts';
import { type Preparation, prepareObject } from './prepare.ts';

/** How a source is read. */
export interface SectionOptions {
  readonly text: boolean;
  readonly open: boolean;
  /** Fields at the top whose absence is no error. */
  readonly given: ReadonlySet<string> | undefined;
}

/** The checks of one section of one action. */
export interface SectionPlan {
  readonly section: Section;
  /** Names declared at the top. */
  readonly names: readonly string[];
  /**
   * Check a source and make its fresh result.
   *
   * @param errors - takes what fails; the result is of no use when there is something
   */
  run(source: unknown, options: SectionOptions, errors: FieldError[]): unknown;
}

/** Plan the checks of a section; its schema is compiled on the first run. */
export function planSection(section: Section, object: ObjectFields): SectionPlan {
  let compiled: (SectionSchema & { readonly test: SchemaTest }) | undefined;
  return {
    section,
    names: object.fields.map((field) => field.name),
    run(source, { text, open, given: elsewhere }, errors) {
      // 1. A source that is missing has no fields; rules decide whether that is an error.
      const given = source ?? {};
      if (!isObject(given)) {
        errors.push(notAnObject(section));
        return undefined;
      }
      // 2. The fresh object.
      const preparation: Preparation = { text, once: section === 'query', open, path: [], findings: [] };
      const output = prepareObject(object, given, preparation);
      // 3. The rules. Errors are looked up only when something failed.
      compiled ??= compile(object);
      const valid = compiled.test(output);
      if (valid && preparation.findings.length === 0) return output;
      const found = collectErrors(
        section,
        preparation.findings,
        valid ? [] : (compiled.test.errors ?? []),
        compiled.sites,
      );
      errors.push(...(elsewhere ? found.filter((error) => !isElsewhere(error, elsewhere)) : found));
      return output;
    },
  };
}

// --- internal ---

function isElsewhere({ pointer, rule }: FieldError, given: ReadonlySet<string>): boolean {
  return rule.startsWith('required') && given.has(pointer.slice(1));
}

function compile(object: ObjectFields): SectionSchema & { readonly test: SchemaTest } {
  const built = buildSchema(object);
  return { ...built, test: compileSchema(built.schema) };
}
