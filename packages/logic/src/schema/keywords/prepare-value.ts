import type { Code, KeywordCxt, Name } from 'ajv';
import type { Field } from '../../declaration/field.ts';
import type { Kind } from '../../kind.ts';
import { coerceText } from '../../rules/coerce.ts';
import { copyJson } from '../../rules/copy-json.ts';
import { markInside, markUndeclared } from '../../undeclared/undeclared.ts';
import { _ } from './code.ts';

/** How a source is read; known when the code is generated. */
export interface SourceMode {
  /** The source is text: coerce it. */
  readonly text: boolean;
  /** Accept a list only for `array`: a query parameter that is given twice is refused as `repeated`. */
  readonly once: boolean;
}

/**
 * Generate the code that prepares the value of a field or item: coerced if the source is text, copied if nothing
 * is declared about its content. Objects and lists with declared children are left to the keywords of their own level.
 *
 * @param value - variable that holds a value which is not blank, and then the result
 * @param report - generates the report of a rule that failed
 */
export function prepareValue(
  { gen }: KeywordCxt,
  { kind, fields, items, foreign }: Field,
  value: Name,
  { text, once }: SourceMode,
  report: (rule: string, refused?: Code) => void,
): void {
  if (foreign === undefined && once && kind !== 'array') {
    gen.if(_`Array.isArray(${value})`, () => report('repeated'));
  }
  if (text && COERCED.has(kind)) {
    const coerce = gen.scopeValue('func', { ref: coerceText });
    gen.if(_`typeof ${value} == "string"`, () => gen.assign(value, _`${coerce}(${value}, ${kind})`));
  }
  if (kind === 'file') {
    // Some upload middleware sets a list for every field.
    gen.if(_`Array.isArray(${value}) && ${value}.length === 1 && ${value}[0] !== null`, () =>
      gen.assign(value, _`${value}[0]`),
    );
  }
  if (kind === 'any' || (kind === 'object' && fields === undefined) || (kind === 'array' && items === undefined)) {
    const copy = gen.scopeValue('func', { ref: copyJson });
    gen.if(_`typeof ${value} == "object" && ${value} !== null`, () => {
      const copied = gen.const('copied', _`${copy}(${value})`);
      gen.if(
        _`${copied}.problem === undefined`,
        () => {
          gen.assign(value, _`${copied}.copy`);
          // The list itself is declared; only its items are not.
          const mark = gen.scopeValue('func', { ref: kind === 'array' ? markInside : markUndeclared });
          gen.code(_`${mark}(${value})`);
        },
        () => {
          report('unsafe', copied);
          // When all errors are collected, rules must not run on values that may be nested too deep.
          gen.assign(value, _`Array.isArray(${value}) ? [] : {}`);
        },
      );
    });
  }
}

// --- internal ---

const COERCED: ReadonlySet<Kind> = new Set(['int', 'float', 'boolean', 'array']);
