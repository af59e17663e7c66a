import type { Column, PathParameter } from '@rest-gen/router';
import { portablePattern } from '../schemas/declared-schema.ts';
import type { Parameter, Schema } from '../types.ts';
import type { OperationContext } from './context.ts';
import { sectionFields } from './section-fields.ts';

/** The parameters of a path, from the pattern of the rule and the logic. */
export function pathParameters(context: OperationContext): Parameter[] {
  const declared = sectionFields(context, 'params');
  return context.path.parameters.map((parameter) => {
    const own = declared.get(parameter.name)?.schema;
    const key = parameter.name === 'id' ? keyColumns(context) : [];
    const rules = own ?? columnSchema(parameter, context);
    const isList = own === undefined && key.length > 1;
    const description = describeKey(key);
    return {
      name: parameter.name,
      in: 'path' as const,
      required: true,
      ...(description && { description }),
      ...(isList && { style: 'simple' as const, explode: false }),
      schema: isList ? keySchema(key) : join(parameter, rules, context.service.limits.segment),
      ...(parameter.isMultiSegment && {
        description: 'Goes over slashes, which OpenAPI cannot say: they are part of the value, and not encoded.',
        'x-multi-segment': true,
      }),
    };
  });
}

// --- internal ---

/** Any segment except those the router always refuses. */
const SEGMENT = '^(?!\\.{1,2}$)[^/]+$';
const DIGITS = new Set(['^\\d+$', '^[0-9]+$']);

/** The columns that the parameter `id` means; empty where they are unknown. */
function keyColumns({ record: { urlKey, stored } }: OperationContext): readonly Column[] {
  return urlKey.flatMap((name) => stored.find((column) => column.name === name) ?? []);
}

/** How the key is written, where it is not just a number. */
function describeKey(key: readonly Column[]): string | undefined {
  const names = key.map(({ name }) => name).join(', ');
  const coded = key.some(({ type }) => type === 'string' || type === 'binary')
    ? 'A text that a path cannot carry (empty, ., .., with /, or beginning with ~) is ~ and base64url, binary is base64url.'
    : undefined;
  if (key.length < 2) return coded;
  const list = `The key (${names}): its values in this order with commas between them; a comma in a value is encoded.`;
  return coded === undefined ? list : `${list} ${coded}`;
}

/** A list in the style `simple` is written as a composite key is. */
function keySchema(key: readonly Column[]): Schema {
  const items = key.map(({ type }) => ({ type: type === 'integer' ? 'integer' : 'string' }));
  return { type: 'array', prefixItems: items, minItems: key.length, maxItems: key.length };
}

/** The schema of the id or of a parent: an integer if its column is one. */
function columnSchema({ name, pattern }: PathParameter, context: OperationContext): Schema | undefined {
  const key = name === 'id' ? keyColumns(context) : [];
  const type = (key[0] ?? context.record.stored.find((column) => column.name === name))?.type;
  const isWhole = type === 'integer' && (pattern === undefined || DIGITS.has(pattern));
  return isWhole ? { type: 'integer', minimum: 0 } : undefined;
}

/** Only a pattern of plain digits adds nothing to an integer schema. */
function join({ pattern, isMultiSegment }: PathParameter, rules: Schema | undefined, segment: number): Schema {
  const type = rules?.type;
  const isNumber = type === 'integer' || type === 'number';
  if (rules !== undefined && isNumber && (pattern === undefined || DIGITS.has(pattern))) {
    return pattern === undefined ? rules : { ...rules, minimum: Math.max(0, Number(rules.minimum ?? 0)) };
  }
  const own = rules !== undefined && !isNumber ? rules : {};
  const text: Schema = {
    ...own,
    type: 'string',
    minLength: Math.max(1, Number(own.minLength ?? 1)),
    ...(!isMultiSegment && { maxLength: Math.min(segment, Number(own.maxLength ?? segment)) }),
  };
  const form = pattern === undefined ? (isMultiSegment ? undefined : SEGMENT) : portablePattern(pattern);
  if (form === undefined || form === text.pattern) return text;
  if (text.pattern === undefined) return { ...text, pattern: form };
  return { ...text, allOf: [...((text.allOf as Schema[] | undefined) ?? []), { pattern: form }] };
}
