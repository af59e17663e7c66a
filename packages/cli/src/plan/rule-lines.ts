import type { Field, FieldType } from '../arguments/field-types.ts';

/**
 * Write the logic of a field as lines of an object literal, indented by two spaces.
 *
 * @returns one line, or one for each rule if the line would exceed 120 columns
 */
export function ruleLines(field: Field): string[] {
  const rules = [
    ...(field.required ? ['required: true'] : []),
    ...RULES[field.type],
    ...(field.required ? [] : ['nullable: true']),
  ];
  const line = `  ${field.name}: { ${rules.join(', ')} },`;
  if (line.length <= 120) return [line];
  return [`  ${field.name}: {`, ...rules.map((rule) => `    ${rule},`), '  },'];
}

// --- internal ---

/** The rules of each type, as logic files write them. */
const RULES: Readonly<Record<FieldType, readonly string[]>> = {
  string: ['string: true', 'length: { max: 255 }'],
  text: ['string: true'],
  integer: ['int: true'],
  bigint: ['int: true'],
  decimal: ['decimal: true'],
  double: ['float: true'],
  boolean: ['boolean: true'],
  date: ['date: true'],
  datetime: ['date: true'],
  json: ['object: true'],
  uuid: ['uuid: true'],
  references: ['int: { min: 1 }'],
};
