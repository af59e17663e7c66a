import type { Code, Name } from 'ajv';
import { type Field, type ObjectFields, rangeOf } from '../declaration/field.ts';
import type { Kind } from '../kind.ts';
import { jsonTypeOf, kindTest } from '../rules/kinds.ts';
import { toPointer } from '../to-pointer.ts';
import { generateTrim, prepareMember, prepareValue } from './generate-preparation.ts';
import { type Finding, findingOf, type Generator, isSection, type Place, RANK, refer } from './generator.ts';

/** Generate the test of a prepared member, with everything inside. */
export function validateMember(generator: Generator, field: Field, place: Place): void {
  const { gen, _ } = generator;
  gen.if(_`${place.value} !== undefined`, () => validateValue(generator, field, place));
}

/** Generate the report of a member that is absent, if it is required. */
export function requireMember(generator: Generator, field: Field, { value, pointer }: Place): void {
  const { gen, _ } = generator;
  if (field.required !== true || generator.isGiven(field)) return;
  const finding = findingOf(generator, field, 'required', RANK.presence);
  gen.if(_`${value} === undefined`, () => generator.report(pointer, finding));
}

// --- internal ---

function validateValue(generator: Generator, field: Field, place: Place): void {
  const { gen, _ } = generator;
  const { kind, kindRule, fields, items, foreign } = field;
  // Schemas run after the generated code.
  if (foreign !== undefined) return;
  // A value of any kind must be representable in JSON. A rule that implies a kind (`min`: a number) checks it.
  const rule = kindRule?.name ?? (kind === 'any' ? 'unsafe' : kind);
  const ofKind = findingOf(generator, field, rule, RANK.kind, kindRule?.argument);
  const validateInside = (): void => {
    if (fields !== undefined) validateObject(generator, field, fields, place);
    if (items !== undefined) validateItems(generator, items, place);
    runTests(generator, field, place, ofKind);
  };
  const validate = (): void => {
    const hasType = typeTest(generator, place.value, kind);
    if (hasType === undefined) validateInside();
    else gen.if(hasType, validateInside, () => generator.report(place.pointer, ofKind));
  };
  if (field.nullable || field.blankIsNull) gen.if(_`${place.value} !== null`, validate);
  else validate();
}

const EMPTY = {};

/**
 * Generate the copy and the tests of an object: only its own properties count, and the copy hides inherited members
 * that have the name of a field.
 */
function validateObject(generator: Generator, field: Field, object: ObjectFields, place: Place): void {
  const { gen, _, str } = generator;
  const { value, holder, key, pointer } = place;
  const unknown = (isSection(field) && generator.unknown) || object.unknown;
  const source = gen.const(
    'source',
    _`${refer(generator, isBare)}(${value}) ? ${value} : ${refer(generator, copyOwn)}(${value})`,
  );
  const output = gen.const('output', emptyOutput(generator, object));
  const known = unknown === 'strip' ? undefined : gen.let('known', 0);
  const inherits = (name: string): Code => _`${refer(generator, EMPTY)}[${name}] !== undefined`;
  const places = object.fields.map((child) => {
    const { name, source: sent } = child;
    const member = gen.let('value', _`${source}[${sent}]`);
    const isOwn = refer(generator, Object.prototype.hasOwnProperty);
    gen.if(_`${member} !== undefined && ${inherits(sent)} && !${isOwn}.call(${source}, ${sent})`, () =>
      gen.assign(member, _`undefined`),
    );
    if (known !== undefined) gen.if(_`${member} !== undefined`, () => gen.code(_`${known}++`));
    const at = { value: member, holder: output, key: name, pointer: str`${pointer}${toPointer([name])}` };
    prepareMember(generator, child, at);
    gen.if(_`${member} === undefined && ${inherits(name)}`, () => gen.assign(_`${output}[${name}]`, _`undefined`));
    return [child, at] as const;
  });
  if (known !== undefined) {
    const count = gen.let('count', 0);
    gen.forIn('key', source, () => gen.code(_`${count}++`));
    gen.if(_`${count} !== ${known}`, () => takeUnknown(generator, { ...object, unknown }, source, output, pointer));
  }
  gen.assign(value, output);
  gen.assign(_`${holder}[${key}]`, output);
  for (const [child, at] of places) requireMember(generator, child, at);
  for (const [child, at] of places) validateMember(generator, child, at);
}

/**
 * Whether an object inherits from `Object.prototype` only, as the result of `JSON.parse` does, unlike instances of
 * classes.
 */
function isBare(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}

function copyOwn(value: object): object {
  return Object.assign(Object.create(null) as object, value);
}

/** Define names that every object inherits at creation: if `Object.prototype` is frozen, assignments to them fail. */
function emptyOutput({ _ }: Generator, { fields }: ObjectFields): Code {
  const inherited = fields.filter(({ name }) => name in EMPTY);
  return _`${inherited.reduce((all, { name }) => _`${all}${name}: undefined, `, _`{`)}}`;
}

/** Copy or refuse the keys that are not declared. */
function takeUnknown(generator: Generator, object: ObjectFields, source: Name, output: Name, pointer: Code): void {
  const { gen, _, section } = generator;
  const declared = refer(generator, new Set(object.fields.map((field) => field.source)));
  const names = object.fields.map((field) => field.source);
  const finding: Finding = {
    ...{ in: section, rule: 'unknown', argument: true, field: undefined, names },
    ...{ rank: RANK.preparation, order: Number.POSITIVE_INFINITY },
  };
  const removed = object.unwritable.map(
    (field) => [field.name, findingOf(generator, field, field.unwritable as string, RANK.preparation)] as const,
  );
  gen.forOf('key', _`Object.keys(${source})`, (key) => {
    if (object.unknown === 'keep') {
      gen.if(_`${key} !== "__proto__" && !${declared}.has(${key})`, () =>
        gen.assign(_`${output}[${key}]`, _`${source}[${key}]`),
      );
      return;
    }
    gen.if(_`!${declared}.has(${key})`, () => {
      const found = _`${refer(generator, new Map(removed))}.get(${key}) ?? ${refer(generator, finding)}`;
      generator.report(_`${pointer} + ${refer(generator, toPointer)}([${key}])`, found);
      generator.stopAtMost();
    });
  });
}

/** Items keep their positions: a blank item is kept, and validated by its rules. */
function validateItems(generator: Generator, items: Field, { value, holder, key, pointer }: Place): void {
  const { gen, _, str } = generator;
  const list = gen.const('list', _`[]`);
  gen.forRange('i', 0, _`${value}.length`, (position) => {
    const item = gen.let('item', _`${value}[${position}]`);
    const at = str`${pointer}/${position}`;
    if (items.trim) generateTrim(generator, item);
    gen.if(
      _`${item} !== undefined && ${item} !== null${items.keepsEmpty ? _`` : _` && ${item} !== ""`}`,
      () => prepareValue(generator, items, { value: item, pointer: at }),
      items.required === false
        ? undefined
        : () =>
            gen.if(items.nullable ? _`${item} !== null` : _`true`, () =>
              generator.report(at, findingOf(generator, items, 'required', RANK.preparation)),
            ),
    );
    gen.code(_`${list}.push(${item})`);
    generator.stopAtMost();
  });
  gen.assign(value, list);
  gen.assign(_`${holder}[${key}]`, list);
  gen.forRange('i', 0, _`${list}.length`, (position) => {
    const item = gen.let('item', _`${list}[${position}]`);
    validateValue(generator, items, { value: item, holder: list, key: position, pointer: str`${pointer}/${position}` });
    generator.stopAtMost();
  });
}

/** The rules of a value up to the first that fails, after its children are prepared. */
function runTests(generator: Generator, field: Field, { value, holder, pointer }: Place, ofKind: Finding): void {
  const { gen, _ } = generator;
  const { kind, context, rules } = field;
  const ofValues = kindTest(kind, rangeOf(field));
  const tests = rules.flatMap(({ name, argument, rule }, rank) => {
    if (rule.test === undefined) return [];
    return [[rule.test(argument as never, context), findingOf(generator, field, name, rank, argument)] as const];
  });
  const all = ofValues === undefined ? tests : [[ofValues, ofKind] as const, ...tests];
  all.forEach(([test, finding], position) => {
    const fails = _`!${refer(generator, test)}(${value}, ${holder})`;
    if (position === 0) gen.if(fails);
    else gen.elseIf(fails);
    generator.report(pointer, finding);
  });
  if (all.length > 0) gen.endIf();
}

function typeTest({ _ }: Generator, value: Name, kind: Kind): Code | undefined {
  const type = jsonTypeOf(kind);
  if (type === undefined) return undefined;
  if (type === 'array') return _`Array.isArray(${value})`;
  if (type === 'object') return _`typeof ${value} == "object" && ${value} !== null && !Array.isArray(${value})`;
  return _`typeof ${value} == ${type}`;
}
