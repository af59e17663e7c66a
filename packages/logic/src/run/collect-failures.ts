import type { References } from '../declaration/resolve-references.ts';
import { toFailedField } from '../declaration/to-failed-field.ts';
import type { SchemaError } from '../schema/ajv.ts';
import type { Finding, RuleLookup, RuleLookups } from '../schema/rule-lookup.ts';
import type { Section } from '../sections.ts';
import { SECTIONS } from '../sections.ts';
import { toPointer } from '../to-pointer.ts';
import type { Failure } from '../types.ts';

/**
 * Convert errors of Ajv to failures: the first failing rule of each field, in the order of the declaration.
 *
 * @param errors - errors of the schema of the action
 * @param lookups - the rule of each keyword of the schema
 */
export function collectFailures(
  errors: readonly SchemaError[],
  lookups: RuleLookups,
  references: ReadonlyMap<Section, References>,
): Failure[] {
  const found = new Map<string, { readonly place: string; readonly finding: Finding }>();
  for (const { instancePath, schemaPath, params } of errors) {
    const finding = (lookups.get(schemaPath) as RuleLookup)(params);
    const below = [params.missingProperty ?? params.key, ...(params.refused?.path ?? [])].filter(
      (key) => key !== undefined,
    );
    const place = instancePath + toPointer(below);
    const known = found.get(place);
    if (known === undefined || finding.rank < known.finding.rank) found.set(place, { place, finding });
  }
  const failures = [...found.values()].map(({ place, finding }) => toFailure(place, finding, references));
  return failures.sort(byOrder).map(({ failure }) => failure);
}

// --- internal ---

interface Ordered {
  readonly failure: Failure;
  readonly section: number;
  readonly order: number;
}

function toFailure(place: string, finding: Finding, references: ReadonlyMap<Section, References>): Ordered {
  const { field, rule, argument, names, text } = finding;
  const end = place.indexOf('/', 1);
  const section = (end === -1 ? place.slice(1) : place.slice(1, end)) as Section;
  const pointer = end === -1 ? '' : place.slice(end);
  return {
    failure: {
      in: section,
      pointer,
      rule,
      argument,
      field: field && toFailedField(field, references.get(section)),
      names,
      text,
    },
    section: SECTIONS.indexOf(section),
    order: field?.order ?? Number.POSITIVE_INFINITY,
  };
}

function byOrder(a: Ordered, b: Ordered): number {
  if (a.section !== b.section) return a.section - b.section;
  return a.order === b.order ? 0 : a.order - b.order;
}
