import type { Field, FieldRule, ObjectFields } from '../declaration/field.ts';
import type { SectionDeclaration } from '../declaration/read-section.ts';
import { jsonTypeOf, kindTest } from '../rules/kinds.ts';
import type { Test } from '../rules/rule.ts';
import type { Schema } from '../schemas.ts';
import { isText } from '../sections.ts';
import { buildReferences } from './build-references.ts';
import type { FieldsArgument } from './keywords/fields.ts';
import type { ItemsArgument } from './keywords/items.ts';
import type { SourceMode } from './keywords/prepare-value.ts';
import type { TestsArgument } from './keywords/tests.ts';
import {
  escapeFragment,
  type Finding,
  findField,
  KIND,
  PREPARATION,
  PRESENCE,
  type RuleLookup,
  type RuleLookups,
} from './rule-lookup.ts';

/** A JSON Schema with custom keywords, and the rule of each keyword by Ajv's `schemaPath`. */
export interface ActionSchema {
  readonly schema: Schema;
  readonly lookups: RuleLookups;
}

/** How the sources of a run are read. */
export interface RunMode {
  /** The body is text (a form). */
  readonly textBody: boolean;
}

/**
 * Build the schema of the declared sections of an action; its value is the object that holds the sections by their names.
 *
 * `x-fields` removes blank values before anything is tested; in the body of a PATCH it makes them `null`.
 */
export function buildSchema(sections: readonly SectionDeclaration[], { textBody }: RunMode): ActionSchema {
  const lookups = new Map<string, RuleLookup>();
  const object: ObjectFields = {
    fields: sections.map(({ field }) => field),
    unwritable: [],
    unknown: 'strip',
  };
  const schema = objectSchema(object, { text: textBody, once: false }, '#', lookups, true);
  const properties: Schema = {};
  for (const { section, field } of sections) {
    const mode = { text: isText(section, textBody), once: section === 'query' };
    properties[section] = fieldSchema(field, mode, `#/properties/${section}`, lookups);
  }
  const after = buildReferences(sections, lookups);
  return {
    schema: { type: 'object', ...schema, properties, ...(after !== undefined && { 'x-after': after }) },
    lookups,
  };
}

// --- internal ---

function objectSchema(
  object: ObjectFields,
  mode: SourceMode,
  path: string,
  lookups: Map<string, RuleLookup>,
  inPlace: boolean,
): Schema {
  const required = object.fields.filter((field) => field.required === true).map(({ name }) => name);
  const argument: FieldsArgument = [{ object, inPlace, ...mode }];
  const names = object.fields.map(({ source }) => source);
  lookups.set(`${path}/x-fields`, ({ rule, key, refused }) => {
    const removed = rule === 'unknown' ? object.unwritable.find(({ name }) => name === key) : undefined;
    const isUnknown = rule === 'unknown' && removed === undefined;
    return {
      rule: removed?.unwritable ?? String(rule),
      argument: true,
      rank: PREPARATION,
      field: isUnknown ? undefined : (removed ?? findField(object, key)),
      ...(isUnknown && { names }),
      text: refused?.problem,
    };
  });
  lookups.set(`${path}/required`, ({ missingProperty }) => ({
    rule: 'required',
    argument: true,
    rank: PRESENCE,
    field: findField(object, missingProperty),
  }));
  return { 'x-fields': argument, ...(required.length > 0 && { required }) };
}

function fieldSchema(field: Field, mode: SourceMode, path: string, lookups: Map<string, RuleLookup>): Schema {
  const { kind, kindRule, context, fields, items, foreign } = field;
  const nullable = field.nullable || field.blankIsNull;
  if (foreign !== undefined) return {};
  const type = jsonTypeOf(kind);
  const schema: Schema = type === undefined ? {} : { type: nullable ? [type, 'null'] : type };
  // A value of any kind must be representable in JSON. A rule that implies a kind (`min`: a number) checks it.
  const kindFinding = {
    field,
    rule: kindRule?.name ?? (kind === 'any' ? 'unsafe' : kind),
    argument: kindRule?.argument ?? true,
    rank: KIND,
  };
  lookups.set(`${path}/type`, () => kindFinding);
  if (fields !== undefined) {
    Object.assign(schema, objectSchema(fields, mode, path, lookups, false));
    schema.properties = Object.fromEntries(
      fields.fields.map((child) => {
        const below = `${path}/properties/${escapeFragment(child.name)}`;
        return [child.name, fieldSchema(child, mode, below, lookups)];
      }),
    );
  }
  if (items !== undefined) {
    const argument: ItemsArgument = [{ items, ...mode }];
    schema['x-items'] = argument;
    lookups.set(`${path}/x-items`, ({ rule, refused }) => ({
      field: items,
      rule: String(rule),
      argument: true,
      rank: PREPARATION,
      text: refused?.problem,
    }));
    schema['x-each'] = fieldSchema(items, mode, `${path}/x-each`, lookups);
  }
  const { tests, findings } = collectTests(field, kindFinding);
  if (tests.length > 0) {
    const argument: TestsArgument = [{ kind, nullable, tests }];
    schema['x-tests'] = argument;
    lookups.set(`${path}/x-tests`, ({ rule }) => findings[rule as number] as Finding);
  }
  return schema;

  function collectTests(of: Field, ofKind: Finding) {
    const range = kindRule?.rule.declares === undefined ? true : kindRule.argument;
    const found: { readonly tests: Test[]; readonly findings: Finding[] } = { tests: [], findings: [] };
    const kept = kindTest(kind, range);
    if (kept !== undefined) {
      found.tests.push(kept);
      found.findings.push(ofKind);
    }
    of.rules.forEach(({ name, argument, rule }: FieldRule, rank) => {
      if (rule.test === undefined) return;
      found.tests.push(rule.test(argument as never, context));
      found.findings.push({ field, rule: name, argument, rank });
    });
    return found;
  }
}
