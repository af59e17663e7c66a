import { type ConvertedField, type FieldsRequest, typeOf } from './field.ts';
import { toType } from './rule-table.ts';
import type { ObjectValue } from './value.ts';

/** Fields that rules only refer to, such as a repeated password: here they have to be declared. */
export function referredFields(fields: readonly ConvertedField[]): ConvertedField[] {
  const found = new Map<string, ConvertedField>();
  for (const { section, at, rules } of fields) {
    for (const [rule, argument] of rules) {
      if (!/^(?:equals|different|required[A-Z]\w+)$/.test(rule)) continue;
      const all: unknown[] = [argument].flat();
      for (const name of rule.endsWith('If') ? all.slice(0, 1) : all) {
        const isKnown = typeof name !== 'string' || fields.some((one) => one.name === name);
        if (!isKnown && name !== '')
          found.set(`${section}/${name}`, { name, section, at, rules: new Map(), from: new Map() });
      }
    }
  }
  return [...found.values()];
}

/** The values of a condition have the type of the field that it names. */
export function typed(rule: string, argument: unknown, fields: ReadonlyMap<string, ObjectValue>): unknown {
  if (!/^required(?:Not)?If$/.test(rule) || !Array.isArray(argument)) return argument;
  const [other, ...values] = argument;
  const type = typeOf(fields.get(String(other)));
  return [other, ...values.map((value) => toType(value, type))];
}

/** ThinkJS 2 evaluates conditions before defaults. */
export function noteOfDefault(
  rule: string,
  argument: unknown,
  fields: ReadonlyMap<string, ObjectValue>,
  { version }: FieldsRequest,
): string | undefined {
  if (version === 3 || !/^required[A-Z]/.test(rule) || !Array.isArray(argument)) return undefined;
  const other = argument.find((name) => fields.get(String(name))?.members.has('default'));
  return other === undefined ? undefined : `${rule} also applies to the default of ${other} here`;
}
