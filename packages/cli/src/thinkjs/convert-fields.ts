import { type ConvertedField, type FieldsRequest, type Section, textOf, typeOf } from './field.ts';
import { noteOfDefault, referredFields, typed } from './other-fields.ts';
import { parseRuleText } from './parse-rule-text.ts';
import { convertRule } from './rule-table.ts';
import { toRulesOf3 } from './rules-of-2.ts';
import { dataOf, type ObjectValue, type SourcePlace, type Value } from './value.ts';

/** Convert the fields of an action with their rules. What has no equal is added to `left`. */
export function convertFields(rules: ObjectValue, request: FieldsRequest): ConvertedField[] {
  const { action, version, left } = request;
  for (const { at, text } of rules.unknown)
    left.push({ ...at, message: `${action}: ${text} is not a constant of the file` });
  const fields = new Map<string, ObjectValue>();
  for (const [name, value] of rules.members) {
    const field = fieldOf(value, version);
    if (field !== undefined && name !== '__proto__') fields.set(name, field);
    else left.push({ ...value.at, message: `${action}.${name}: ${describe(value)}` });
  }
  const converted = [...fields].map(([name, field]) => {
    const section = sectionOf(name, field, request);
    return { name, section, at: field.at, ...convertField(name, field, section, request, fields) };
  });
  return [...converted, ...referredFields(converted)];
}

// --- internal ---

function fieldOf(value: Value, version: 2 | 3): ObjectValue | undefined {
  if (value.kind === 'plain' && typeof value.value === 'string')
    return toRulesOf3(parseRuleText(value.value, value.at));
  if (value.kind !== 'object') return undefined;
  return version === 2 ? toRulesOf3(value) : value;
}

function describe(value: Value): string {
  return value.kind === 'unknown' ? `${value.text} is not a constant of the file` : 'its rules are not an object';
}

/** Where ThinkJS takes the value from. */
function sectionOf(name: string, field: ObjectValue, { action, method, captured, left }: FieldsRequest): Section {
  const own = textOf(field, 'method').toUpperCase();
  const from = own || method;
  if (from === 'FILE') return 'files';
  if (from === 'GET' || method === 'DELETE') {
    if (captured.has(name)) return 'params';
    if (from !== 'GET')
      left.push({ ...field.at, message: `${action}.${name} is read from the query: a DELETE has no body here` });
    return 'query';
  }
  if (method === 'GET')
    left.push({ ...field.at, message: `${action}.${name} is in the body, which a GET does not have here` });
  return 'body';
}

function convertField(
  name: string,
  field: ObjectValue,
  section: Section,
  request: FieldsRequest,
  fields: ReadonlyMap<string, ObjectValue>,
): Pick<ConvertedField, 'rules' | 'from'> {
  const { action, left } = request;
  const leave = (at: SourcePlace, rule: string, why: string) =>
    left.push({ ...at, message: `${action}.${name}.${rule}: ${why}` });
  const rules = new Map<string, unknown>();
  const from: ConvertedField['from'] = new Map();
  const isDate = ['date', 'before', 'after'].some((one) => field.members.has(one));
  const type = section === 'files' ? 'file' : typeOf(field);
  if (section === 'files') rules.set('file', true);
  for (const { at, text } of field.unknown) leave(at, '…', `${text} is not a constant of the file`);
  for (const [rule, value] of field.members) {
    const isImplied = (section === 'files' && rule === 'object') || (isDate && rule === 'string');
    if (rule === 'method' || isImplied) continue;
    if (rule === 'children') {
      const items = convertChildren(name, field, value, section, request, fields);
      if (items === undefined)
        leave(value.at, rule, 'ThinkJS applies it to every member; name the fields of the object');
      else add(rules, from, rule, toRecord(items.rules), value.at, rule);
      continue;
    }
    const read = dataOf(value);
    if ('unknown' in read) {
      leave(value.at, rule, `${read.unknown.text} is not a constant of the file`);
      continue;
    }
    const converted = convertRule(rule, typed(rule, read.data, fields), type);
    if (typeof converted === 'string') {
      leave(value.at, rule, converted);
      continue;
    }
    for (const [key, argument] of Object.entries(converted.rules)) {
      if (rules.has(key)) leave(value.at, rule, `the field has ${key} already, for ${from.get(key)?.name}`);
      else add(rules, from, key, argument, value.at, rule);
    }
    const note = converted.note ?? noteOfDefault(rule, read.data, fields, request);
    if (note) left.push({ ...value.at, message: `${action}.${name}: ${note}` });
  }
  return { rules, from };
}

function add(
  rules: Map<string, unknown>,
  from: ConvertedField['from'],
  key: string,
  argument: unknown,
  at: SourcePlace,
  name: string,
): void {
  rules.set(key, argument);
  from.set(key, { at, name });
}

function convertChildren(
  name: string,
  field: ObjectValue,
  value: Value,
  section: Section,
  request: FieldsRequest,
  fields: ReadonlyMap<string, ObjectValue>,
) {
  if (!field.members.has('array') || value.kind !== 'object') return undefined;
  const items = request.version === 2 ? value : { ...value, members: new Map(value.members) };
  return convertField(`${name}.children`, items, section, request, fields);
}

function toRecord(rules: ReadonlyMap<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(rules);
}
