import { vocabulary } from '../../../packages/logic/src/rules/vocabulary.ts';
import { judgeLogic } from '../../../test/security/corpus/judge/logic.ts';
import { Bytes } from '../src/bytes.ts';

/** A declaration and some values, each byte a choice. */
export async function fuzz(data: Uint8Array): Promise<void> {
  const bytes = new Bytes(data);
  const body = bytes.byte() % 4 === 0 ? drawRules(bytes, 4) : drawFields(bytes, 4);
  const values = Array.from({ length: 1 + (bytes.byte() % 4) }, () => drawValue(bytes, 5));
  await judgeLogic(body, values);
}

const NAMES = ['a', 'b', 'c', 'constructor', '__proto__', 'toString', 'a/b', '~', '', '$ref', 'tags[]'];
const ATTRIBUTES = ['required', 'nullable', 'trim', 'secret', 'aliasName', 'message', 'default', 'children', 'unknown'];
const CONDITIONS = ['requiredWith', 'requiredWithAll', 'requiredWithout', 'requiredIf', 'requiredNotIf', 'requires'];
const SCHEMAS = ['type', 'properties', 'items', 'anyOf', '$ref', 'pattern', 'additionalProperties'];
const RULES = [...vocabulary.keys(), ...ATTRIBUTES, ...CONDITIONS, ...SCHEMAS, 'notARule'];
const VALUES = [
  ...['', ' ', 'a', 'A', 'true', '12', '-0', '1e3', 'a@b.co', '2020-01-31', '2020-01-31T12:00:00Z', '\ud800', '\0'],
  ...['127.0.0.1', '::1', 'https://a.b/c', '0b9de1f0-8f8e-4b39-9d5c-6f7a0c1f2e3d', '978-3-16-148410-0', '^(a+)+$'],
  ...[0, -0, 1, -1, 2 ** 31, 2 ** 53, 0.1, 1e300, 5e-324],
  ...[true, false, null],
];
const CALLS: readonly ((bytes: Bytes) => unknown)[] = [
  () => true,
  () => true,
  (bytes) => bytes.byte(),
  (bytes) => ({ min: bytes.byte() % 8, max: bytes.byte() % 8 }),
  (bytes) => drawValue(bytes, 2),
  (bytes) => [bytes.pick(NAMES), drawValue(bytes, 1)],
  (bytes) => drawRegExp(bytes),
];

function drawFields(bytes: Bytes, depth: number): unknown {
  const names = Array.from({ length: 1 + (bytes.byte() % 3) }, () => bytes.pick(NAMES));
  return Object.fromEntries(names.map((name) => [name, drawRules(bytes, depth - 1)]));
}

function drawRules(bytes: Bytes, depth: number): unknown {
  const rules: Record<string, unknown> = {};
  for (let count = bytes.byte() % 4; count > 0; count--) {
    const rule = bytes.pick(RULES);
    rules[rule] = rule === 'children' && depth > 0 ? drawFields(bytes, depth - 1) : bytes.pick(CALLS)(bytes);
  }
  return rules;
}

function drawRegExp(bytes: Bytes): unknown {
  const text = Buffer.from(bytes.take(12)).toString('latin1');
  try {
    return new RegExp(text, bytes.pick(['', 'i', 'u', 'g', 's']));
  } catch {
    return text;
  }
}

function drawValue(bytes: Bytes, depth: number): unknown {
  const choice = bytes.byte();
  if (choice % 8 === 0 && depth > 0) return Array.from({ length: bytes.byte() % 4 }, () => drawValue(bytes, depth - 1));
  if (choice % 8 < 3 && depth > 0) {
    const entries = Array.from({ length: bytes.byte() % 4 }, () => [bytes.pick(NAMES), drawValue(bytes, depth - 1)]);
    return Object.fromEntries(entries);
  }
  if (choice % 8 === 3) return Buffer.from(bytes.take(16)).toString('utf8');
  return bytes.pick(VALUES);
}
