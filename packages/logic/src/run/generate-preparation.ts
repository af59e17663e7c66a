import type { Name } from 'ajv';
import type { Field } from '../declaration/field.ts';
import type { Kind } from '../kind.ts';
import { coerceText } from '../rules/coerce.ts';
import { copyJson } from '../rules/json.ts';
import { markInside, markUndeclared } from '../undeclared.ts';
import { findingOf, type Generator, isSection, type Place, RANK, refer } from './generator.ts';

/**
 * Generate the preparation of a member: its default, its trimmed and coerced string; a blank value is removed, or
 * `null` in a PATCH.
 */
export function prepareMember(generator: Generator, field: Field, place: Place): void {
  const { gen, _ } = generator;
  const { trim, nullable, keepsEmpty, required, blankIsNull, makeDefault, nullIsAbsent } = field;
  const { value, holder, key, pointer } = place;
  if (makeDefault !== undefined) {
    gen.if(_`${value} === undefined${nullIsAbsent ? _` || ${value} === null` : _``}`, () =>
      gen.assign(value, _`${refer(generator, makeDefault)}()`),
    );
  }
  const keep = (): void => {
    prepareValue(generator, field, place);
    gen.assign(_`${holder}[${key}]`, value);
  };
  const remove = (): void => {
    if (required === 'present' && !generator.isGiven(field)) {
      generator.report(pointer, findingOf(generator, field, 'required', RANK.preparation));
    }
    gen.assign(value, blankIsNull ? _`null` : _`undefined`);
    if (blankIsNull) gen.assign(_`${holder}[${key}]`, value);
  };
  gen.if(_`${value} !== undefined`, () => {
    if (trim) generateTrim(generator, value);
    const blanks = [...(nullable ? [] : [_`${value} === null`]), ...(keepsEmpty ? [] : [_`${value} === ""`])];
    if (blanks.length === 0) keep();
    else
      gen.if(
        blanks.reduce((all, blank) => _`${all} || ${blank}`),
        remove,
        keep,
      );
  });
}

/**
 * Generate the preparation of a value that is not blank: coerced from text, and copied if nothing is declared about its
 * content. Objects and lists with declared children are copied when they are validated.
 */
export function prepareValue(
  generator: Generator,
  field: Field,
  { value, pointer }: Pick<Place, 'value' | 'pointer'>,
): void {
  const { gen, _, section, text } = generator;
  const { kind, fields, items, foreign } = field;
  if (section === 'query' && !isSection(field) && foreign === undefined && kind !== 'array') {
    const repeated = findingOf(generator, field, 'repeated', RANK.preparation);
    gen.if(_`Array.isArray(${value})`, () => generator.report(pointer, repeated));
  }
  if (text && COERCED.has(kind)) {
    gen.if(_`typeof ${value} == "string"`, () =>
      gen.assign(value, _`${refer(generator, coerceText)}(${value}, ${kind})`),
    );
  }
  if (kind === 'file') {
    // Some upload middleware sets a list for every field.
    gen.if(_`Array.isArray(${value}) && ${value}.length === 1 && ${value}[0] !== null`, () =>
      gen.assign(value, _`${value}[0]`),
    );
  }
  if (kind === 'any' || (kind === 'object' && fields === undefined) || (kind === 'array' && items === undefined)) {
    gen.if(_`typeof ${value} == "object" && ${value} !== null`, () => {
      const copied = gen.const('copied', _`${refer(generator, copyJson)}(${value})`);
      gen.if(
        _`${copied}.problem === undefined`,
        () => {
          gen.assign(value, _`${copied}.copy`);
          // The list itself is declared; only its items are not.
          gen.code(_`${refer(generator, kind === 'array' ? markInside : markUndeclared)}(${value})`);
        },
        () => {
          generator.report(pointer, findingOf(generator, field, 'unsafe', RANK.preparation), copied);
          // Rules must not run on values that may be nested too deep.
          gen.assign(value, _`Array.isArray(${value}) ? [] : {}`);
        },
      );
    });
  }
}

/** Generate the trimming of a value that may be a string. */
export function generateTrim({ gen, _ }: Generator, value: Name): void {
  gen.if(_`typeof ${value} == "string"`, () => gen.assign(value, _`${value}.trim()`));
}

// --- internal ---

const COERCED: ReadonlySet<Kind> = new Set(['int', 'float', 'boolean', 'array']);
