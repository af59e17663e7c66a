import type { Field } from '../declaration/field.ts';
import type { References } from '../declaration/resolve-references.ts';
import type { SchemaError } from '../schema/ajv.ts';
import type { Finding, Site, Sites } from '../schema/site.ts';
import { SECTIONS } from '../sections.ts';
import { toPointer } from '../to-pointer.ts';
import type { FailedField, Failure, Section } from '../types.ts';

/**
 * Make the failures of a run: one for each field, that of the first rule that failed, in the order of the declaration.
 *
 * @param errors - what the schema of the action refused
 * @param sites - the rule behind each keyword of the schema
 */
export function collectFailures(
  errors: readonly SchemaError[],
  sites: Sites,
  references: ReadonlyMap<Section, References>,
): Failure[] {
  const found = new Map<string, { readonly place: string; readonly finding: Finding }>();
  for (const { instancePath, schemaPath, params } of errors) {
    const finding = (sites.get(schemaPath) as Site)(params);
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

/** What messages need of a field: with its references the same each time, so that what is told of it can be remembered. */
export function toFailedField(field: Field, references: References | undefined): FailedField {
  if (references === undefined) return makeFailedField(field, undefined);
  const failed = known.get(field) ?? makeFailedField(field, references);
  known.set(field, failed);
  return failed;
}

// --- internal ---

const known = new WeakMap<Field, FailedField>();

function makeFailedField(field: Field, references: References | undefined): FailedField {
  const { label, path, secret, message } = field;
  return { label, path, secret, message, secretRules: references?.get(field)?.secretRules };
}

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
