import type { Expression } from './syntax.ts';
import { nameOf } from './syntax.ts';
import type { ListValue, ObjectValue, PlainValue, SourcePlace, UnknownValue, Value } from './value.ts';

/** The names that an expression can use. */
export interface Names {
  readonly file: string;
  readonly source: string;
  /** A constant of the file or of the function. */
  constant(name: string): Value | undefined;
  /** A member of `this`. */
  member(name: string): Value | undefined;
}

/** Longest list: doubling in a few lines must not fill the memory. */
const MAX_ITEMS = 10_000;

/** Read the value of an expression that has only literals and names of constants. Executes nothing. */
export function evaluate(node: Expression, names: Names): Value {
  const at = placeOf(node, names.file);
  const plain = (value: PlainValue['value']): PlainValue => ({ kind: 'plain', at, value });
  const unknown = (): UnknownValue => ({ kind: 'unknown', at, text: textOf(node, names.source) });
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return plain(node.value);
    case 'NullLiteral':
      return plain(null);
    case 'RegExpLiteral':
      try {
        return plain(new RegExp(node.pattern, node.flags));
      } catch {
        return unknown();
      }
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? plain(node.quasis[0]?.value.cooked ?? '') : unknown();
    case 'UnaryExpression': {
      const { argument, operator } = node;
      const inner = evaluate(argument, names);
      if (inner.kind !== 'plain') return unknown();
      if (operator === '-' && typeof inner.value === 'number') return plain(-inner.value);
      return operator === '!' ? plain(!inner.value) : unknown();
    }
    case 'BinaryExpression':
      return calculate(node, names) ?? unknown();
    case 'Identifier':
      return node.name === 'undefined' ? plain(undefined) : (names.constant(node.name) ?? unknown());
    case 'MemberExpression': {
      const name = nameOf(node.property, node.computed);
      if (name === undefined || node.object.type === 'Super') return unknown();
      if (node.object.type === 'ThisExpression') return names.member(name) ?? unknown();
      const object = evaluate(node.object, names);
      return (object.kind === 'object' ? object.members.get(name) : undefined) ?? unknown();
    }
    case 'ObjectExpression':
      return evaluateObject(node, at, names);
    case 'ArrayExpression':
      return evaluateList(node, at, names) ?? unknown();
    case 'CallExpression':
      return evaluateCall(node, at, names) ?? unknown();
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'ParenthesizedExpression':
      return evaluate(node.expression, names);
    default:
      return unknown();
  }
}

/** The line of a node. */
export function placeOf({ loc }: Pick<Expression, 'loc'>, file: string): SourcePlace {
  return { file, line: loc?.start.line ?? 1 };
}

/** The source of a node, in one line. */
export function textOf({ start, end }: Pick<Expression, 'start' | 'end'>, source: string): string {
  return source
    .slice(start ?? 0, Math.min(end ?? 0, (start ?? 0) + 400))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Copy members over those of an object, as `Object.assign` does, or as `think.extend` at every depth. */
export function assign(target: ObjectValue, source: Value, isDeep = false): void {
  if (source.kind === 'unknown') target.unknown.push(source);
  if (source.kind !== 'object') return;
  for (const [name, value] of source.members) {
    const before = target.members.get(name);
    if (isDeep && before?.kind === 'object' && value.kind === 'object') {
      const merged = { ...before, members: new Map(before.members), unknown: [...before.unknown] };
      assign(merged, value, true);
      target.members.set(name, merged);
    } else {
      target.members.set(name, value);
    }
  }
  target.unknown.push(...source.unknown);
}

// --- internal ---

type Node<Type extends Expression['type']> = Extract<Expression, { type: Type }>;

function evaluateObject(node: Node<'ObjectExpression'>, at: SourcePlace, names: Names): ObjectValue {
  const object: ObjectValue = { kind: 'object', at, members: new Map(), unknown: [] };
  for (const property of node.properties) {
    const place = placeOf(property, names.file);
    const name = property.type === 'SpreadElement' ? undefined : nameOf(property.key as Expression, property.computed);
    if (property.type === 'SpreadElement') assign(object, evaluate(property.argument, names));
    else if (property.type === 'ObjectProperty' && name !== undefined)
      object.members.set(name, { ...evaluate(property.value as Expression, names), at: place });
    else {
      const value: UnknownValue = { kind: 'unknown', at: place, text: textOf(property, names.source) };
      if (name === undefined) object.unknown.push(value);
      else object.members.set(name, value);
    }
  }
  return object;
}

function evaluateList(node: Node<'ArrayExpression'>, at: SourcePlace, names: Names): ListValue | undefined {
  const items: Value[] = [];
  for (const element of node.elements) {
    if (element === null) return undefined;
    const value = evaluate(element.type === 'SpreadElement' ? element.argument : element, names);
    if (element.type !== 'SpreadElement' || value.kind === 'unknown') items.push(value);
    else if (value.kind === 'list' && items.length + value.items.length <= MAX_ITEMS) items.push(...value.items);
    else return undefined;
  }
  return { kind: 'list', at, items };
}

function evaluateCall(node: Node<'CallExpression'>, at: SourcePlace, names: Names): Value | undefined {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return undefined;
  const args = node.arguments.map((one) => evaluate(one as Expression, names));
  const [first] = args;
  const called = `${callee.object.name}.${nameOf(callee.property, callee.computed)}`;
  if (called === 'Object.assign' || called === 'think.extend') {
    const object: ObjectValue = { kind: 'object', at, members: new Map(), unknown: [] };
    for (const arg of args) assign(object, arg, called === 'think.extend');
    return object;
  }
  if (called === 'Object.freeze') return first;
  if (first?.kind !== 'object' || first.unknown.length > 0) return undefined;
  if (called === 'Object.values') return { kind: 'list', at, items: [...first.members.values()] };
  if (called !== 'Object.keys') return undefined;
  return { kind: 'list', at, items: [...first.members.keys()].map((value) => ({ kind: 'plain', at, value })) };
}

function calculate(node: Node<'BinaryExpression'>, names: Names): PlainValue | undefined {
  const [left, right] = [evaluate(node.left as Expression, names), evaluate(node.right, names)];
  if (left.kind !== 'plain' || right.kind !== 'plain') return undefined;
  const { at } = right;
  const [a, b] = [left.value, right.value];
  if (node.operator.startsWith('==')) return { kind: 'plain', at, value: a === b };
  if (node.operator.startsWith('!=')) return { kind: 'plain', at, value: a !== b };
  if (typeof a === 'string' && typeof b === 'string' && node.operator === '+' && a.length + b.length <= MAX_ITEMS)
    return { kind: 'plain', at, value: a + b };
  if (typeof a !== 'number' || typeof b !== 'number') return undefined;
  const results: Readonly<Record<string, number>> = { '+': a + b, '-': a - b, '*': a * b, '/': a / b };
  const value = results[node.operator];
  return value === undefined ? undefined : { kind: 'plain', at, value };
}
