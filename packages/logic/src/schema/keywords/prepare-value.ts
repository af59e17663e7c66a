import { _, type Code, type KeywordCxt, type Name } from 'ajv';
import type { Field } from '../../declaration/field.ts';
import type { Kind } from '../../kind.ts';
import { coerceText } from '../../rules/coerce.ts';
import { copyJson } from '../../rules/copy-json.ts';
import { markInside, markUndeclared } from '../../undeclared/undeclared.ts';

/** How a source is read; known when the code is generated. */
export interface SourceMode {
  /** The source is text: coerce it. */
  readonly text: boolean;
  /** A list is taken only where an `array` is declared: a query parameter that is given twice is an error of shape. */
  readonly once: boolean;
}

/**
 * Generate the code that makes the value of a field or item out of what was sent: coerced where the source is text, copied where nothing
 * is declared about what is inside. Objects and lists with declared parts are left to the keywords of their own level.
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
    // Some upload middleware gives a list for every field.
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
          // A list that is declared is one; only its items are whatever they are.
          const mark = gen.scopeValue('func', { ref: kind === 'array' ? markInside : markUndeclared });
          gen.code(_`${mark}(${value})`);
        },
        () => {
          report('unsafe', copied);
          // Where every error is collected, no rule gets to see what may be too deep for it.
          gen.assign(value, _`Array.isArray(${value}) ? [] : {}`);
        },
      );
    });
  }
}

// --- internal ---

const COERCED: ReadonlySet<Kind> = new Set(['int', 'float', 'boolean', 'array']);
