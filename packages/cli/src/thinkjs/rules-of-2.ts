import { toNumber } from './rule-table.ts';
import type { ObjectValue, PlainValue, SourcePlace, Value } from './value.ts';

/**
 * Rewrite the rules of a field of ThinkJS 2 as those of ThinkJS 3.
 *
 * @param field - `{ required: true, length: ['2', '20'], get: true }`
 */
export function toRulesOf3(field: ObjectValue): ObjectValue {
  const { at } = field;
  const members = new Map<string, Value>();
  for (const [name, value] of field.members) {
    const [renamed, argument] = rewrite(name, listOf(value), value);
    if (METHODS.has(name)) members.set('method', plain(name.toUpperCase(), at));
    else if (renamed === 'int' || renamed === 'length') members.set(renamed, merge(members.get(renamed), argument));
    else members.set(renamed, argument);
  }
  if (![...field.members.keys()].some((name) => TYPES.has(name) || name === 'min' || name === 'max'))
    members.set('string', plain(true, at));
  return members.has('array') ? splitItems(members, field) : { ...field, members };
}

// --- internal ---

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'file']);
/** A field without one is text. */
const TYPES: ReadonlySet<string> = new Set([
  'file',
  'divisibleBy',
  'boolean',
  'int',
  'float',
  'string',
  'array',
  'object',
  'date',
  'before',
  'after',
]);
/** Of a list itself; all other rules are about its items. */
const OF_LIST: ReadonlySet<string> = new Set(['array', 'required', 'default', 'method', 'aliasName']);

function plain(value: PlainValue['value'], at: SourcePlace): PlainValue {
  return { kind: 'plain', at, value };
}

function object(entries: readonly (readonly [string, Value | undefined])[], at: SourcePlace): ObjectValue {
  const given = entries.filter((entry): entry is [string, Value] => entry[1] !== undefined);
  return { kind: 'object', at, members: new Map(given), unknown: [] };
}

function listOf(value: Value): readonly Value[] {
  if (value.kind === 'list') return value.items;
  return value.kind === 'plain' && typeof value.value === 'boolean' ? [] : [value];
}

function numberOf(value: Value | undefined): Value | undefined {
  return value?.kind === 'plain' ? { ...value, value: toNumber(value.value) as PlainValue['value'] } : value;
}

/** The name and the argument of a rule in ThinkJS 3. */
function rewrite(name: string, args: readonly Value[], value: Value): readonly [string, Value] {
  const [first, second] = args;
  const { at } = value;
  const [one, two] = [numberOf(first), numberOf(second)];
  switch (name) {
    case 'int':
    case 'float':
      return [
        name,
        first
          ? object(
              [
                ['min', one],
                ['max', two],
              ],
              at,
            )
          : plain(true, at),
      ];
    // They accept whole numbers only, and `max` none below 0.
    case 'min':
      return ['int', object([['min', one]], at)];
    case 'max':
      return [
        'int',
        object(
          [
            ['min', plain(0, at)],
            ['max', one],
          ],
          at,
        ),
      ];
    case 'length':
    case 'byteLength':
      return [
        name,
        object(
          [
            ['min', one ?? plain(1, at)],
            ['max', two],
          ],
          at,
        ),
      ];
    case 'minLength':
      return ['length', object([['min', one]], at)];
    case 'maxLength':
      return ['length', object([['max', one]], at)];
    case 'creditcard':
      return ['creditCard', plain(true, at)];
    case 'equalsValue':
      return ['in', { kind: 'list', at, items: args }];
    case 'url': {
      const given = first?.kind === 'object' ? [...first.members] : [];
      const protocols: Value = { kind: 'list', at, items: [plain('http', at), plain('https', at)] };
      return ['url', object([['require_protocol', plain(true, at)], ['protocols', protocols], ...given], at)];
    }
    case 'in':
    case 'notIn':
    case 'requiredIf':
    case 'requiredNotIf':
    case 'requiredWith':
    case 'requiredWithAll':
    case 'requiredWithout':
    case 'requiredWithoutAll':
      return [name, { kind: 'list', at, items: args }];
    case 'default':
      return [name, value];
    default:
      return [name, first ?? plain(true, at)];
  }
}

/** `int` and `min:1`: both hold. */
function merge(before: Value | undefined, argument: Value): Value {
  if (before?.kind !== 'object' || argument.kind !== 'object') return before?.kind === 'object' ? before : argument;
  const members = new Map(before.members);
  for (const [name, value] of argument.members) {
    const other = members.get(name);
    const isWeaker =
      other?.kind === 'plain' && value.kind === 'plain' && name === 'min' && Number(other.value) > Number(value.value);
    if (!isWeaker) members.set(name, value);
  }
  return { ...before, members };
}

/** `array|int`: the items are numbers. */
function splitItems(members: ReadonlyMap<string, Value>, field: ObjectValue): ObjectValue {
  const all = [...members];
  const own = new Map(all.filter(([name]) => OF_LIST.has(name)));
  const items = all.filter(([name]) => !OF_LIST.has(name) || name === 'required');
  if (items.some(([name]) => name !== 'required')) own.set('children', object(items, field.at));
  return { ...field, members: own };
}
