import { LogicError, type Place } from '../errors.ts';
import { parseForeign } from '../foreign/parse-foreign.ts';
import { isObject } from '../is-object.ts';
import { typeRules } from '../rules/kinds.ts';
import { isText, type Section } from '../sections.ts';
import { checkDefaults } from './check-defaults.ts';
import { type Field, type FieldContext, withoutRules } from './field.ts';
import type { KnownRules } from './known-rules.ts';
import { parseField, parseFields } from './parse-field.ts';
import { resolveReferences } from './resolve-references.ts';

/** A section as declared: its value is one field, whose name is that of the section. */
export interface SectionDeclaration {
  readonly section: Section;
  readonly field: Field;
  /** The body is a merge patch (RFC 7396): `patchAction`. */
  readonly isPatch: boolean;
}

/** The parts of an action that apply to a section. */
export interface SectionContext {
  readonly known: KnownRules;
  readonly place: Place;
  /** The option `unknown` of the logic. */
  readonly unknown: 'refuse' | 'strip';
}

/**
 * Parse and check a section in any of its forms but a function.
 *
 * @throws {LogicError} naming the place, the rule and the fix
 */
export function parseSection(
  section: Section,
  declared: unknown,
  { known, place: outside, unknown }: SectionContext,
): SectionDeclaration {
  const place = { ...outside, field: [] };
  const isPatch = section === 'body' && outside.action === 'patchAction';
  const context: FieldContext = {
    known,
    place,
    order: undefined,
    label: [],
    path: '',
    lowerCase: false,
    isPatched: isPatch,
    secret: false,
    unknown: UNKNOWN[section] ?? unknown,
    inner: unknown,
  };
  const field = parseForm(section, declared, context);
  checkDefaults(field, isText(section), place);
  resolveReferences(field, place);
  return { section, field, isPatch };
}

/** Whether a section has the rules of a whole value: one of the types is `true`, which is not valid for a field. */
export function isWhole(declared: unknown): declared is Record<string, unknown> {
  return isObject(declared) && Object.keys(typeRules).some((type) => declared[type] === true);
}

// --- internal ---

/** The route determines the keys of params, and proxies add headers; clients choose the keys of the others. */
const UNKNOWN: Partial<Record<Section, 'keep' | 'strip'>> = { params: 'keep', headers: 'strip' };

function parseForm(section: Section, declared: unknown, context: FieldContext): Field {
  const { place } = context;
  const foreign = parseForeign(declared, 'section', place);
  if (foreign !== undefined) return { ...withoutRules(section, context), foreign };
  if (isWhole(declared)) {
    if (section !== 'body') {
      const problem = `the ${section} must be an object of fields; only the body can have rules for the whole value`;
      throw new LogicError('E_LOGIC_SHAPE', place, problem);
    }
    return parseField(section, declared, context);
  }
  const inside = { ...context, lowerCase: section === 'headers' };
  return {
    ...withoutRules(section, context),
    kind: 'object',
    makeDefault: () => ({}),
    nullIsAbsent: true,
    // '' is not an object.
    keepsEmpty: true,
    fields: parseFields(declared, inside),
  };
}
