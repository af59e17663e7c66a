import type { ObjectFields } from '../declaration/field.ts';
import { messageOf } from '../messages.ts';
import { suggestion } from '../nearest/nearest.ts';
import type { SchemaError } from '../schema/ajv.ts';
import { PRESENCE, requiredSite, type Site } from '../schema/build-schema.ts';
import type { FieldError, Section } from '../types.ts';
import { type Finding, MOST_ERRORS } from './prepare.ts';

/**
 * Make the errors of a section: one for each field, that of the first rule that failed, in the order of the declaration.
 *
 * @param findings - what the preparation found
 * @param schemaErrors - what the schema refused
 * @param sites - the rule behind each keyword of the schema
 */
export function collectErrors(
  section: Section,
  findings: readonly Finding[],
  schemaErrors: readonly SchemaError[],
  sites: ReadonlyMap<string, Site>,
): FieldError[] {
  const failures = new Map<string, Failure>();
  for (const finding of findings) {
    const pointer = toPointer(finding.path);
    const error = { in: section, pointer, ...describe(finding) };
    failures.set(pointer, { error, rank: PRESENCE - 1, order: finding.field?.order ?? Number.POSITIVE_INFINITY });
  }
  for (const schemaError of schemaErrors) {
    const { pointer, site } = locate(schemaError, sites);
    const known = failures.get(pointer);
    // Errors without a site only say that `anyOf` or the like failed: the rule itself is there already.
    if (site === undefined || (known === undefined ? failures.size >= MOST_ERRORS : known.rank <= site.rank)) continue;
    failures.set(pointer, {
      error: { in: section, pointer, ...describe(site) },
      rank: site.rank,
      order: site.field.order,
    });
  }
  return [...failures.values()].sort(byOrder).map(({ error }) => error);
}

/** The error of a section that is no object. */
export function notAnObject(section: Section): FieldError {
  return { in: section, pointer: '', rule: 'object', message: `the ${section} must be an object` };
}

// --- internal ---

interface Failure {
  readonly error: FieldError;
  readonly rank: number;
  readonly order: number;
}

/** Longest part of an unknown key that a message repeats. */
const SHOWN = 40;

function describe({
  field,
  rule,
  argument,
  ...rest
}: Pick<Finding, 'rule' | 'argument' | 'field' | 'object'> & { path?: Finding['path'] }) {
  if (field === undefined) return { rule, message: describeUnknown(String(rest.path?.at(-1)), rest.object) };
  const message = messageOf(field, rule, argument);
  return argument === true || field.secret ? { rule, message } : { rule, message, expected: toJson(argument) };
}

function describeUnknown(key: string, object: ObjectFields | undefined): string {
  const names = [...(object?.sources ?? [])];
  const shown = key.length > SHOWN ? `${key.slice(0, SHOWN)}…` : key;
  const otherwise = names.length === 0 ? '; no field is allowed' : `; the fields are ${names.join(', ')}`;
  return `"${shown}" is not a field here${suggestion(key, names, otherwise)}`;
}

function locate(
  { instancePath, schemaPath, keyword, params }: SchemaError,
  sites: ReadonlyMap<string, Site>,
): { readonly pointer: string; readonly site: Site | undefined } {
  if (keyword !== 'required') return { pointer: instancePath, site: sites.get(schemaPath) };
  const name = String(params.missingProperty);
  return { pointer: `${instancePath}/${escapePointer(name)}`, site: sites.get(requiredSite(schemaPath, name)) };
}

function toPointer(path: Finding['path']): string {
  return path.map((part) => `/${escapePointer(String(part))}`).join('');
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function byOrder(a: Failure, b: Failure): number {
  return a.order === b.order ? 0 : a.order - b.order;
}

function toJson(argument: unknown): unknown {
  if (argument instanceof Date) return argument.toISOString();
  return argument instanceof RegExp ? String(argument) : argument;
}
