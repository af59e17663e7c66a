import type { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { OpenApiDocument, Parameter } from '../../src/index.ts';
import { arbitraryOf } from './arbitrary-of.ts';
import type { Body, Documented } from './read-operations.ts';
import { type Spoiled, spoiled } from './spoil.ts';

/** A request generated from the document. */
export interface MadeRequest {
  readonly operation: Documented;
  /** What is invalid about it; `undefined` for a valid request. */
  readonly wrong: string | undefined;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string | undefined;
}

/** State for generating requests. */
export interface RequestMaker {
  readonly document: OpenApiDocument;
  /** Has the document under the id `api`. */
  readonly ajv: Ajv2020;
  /** Ids of recently created records, by path template. */
  readonly known: (template: string, parameter: string) => readonly string[];
}

/** @param isWrong - generate a request that the validator rejects; returns `undefined` if the operation accepts everything */
export function makeRequest(
  maker: RequestMaker,
  operation: Documented,
  isWrong: boolean,
  seed: number,
): MadeRequest | undefined {
  const draw = drawer(seed);
  const parameters = withFreshKey(valuesOf(maker, operation, draw), seed);
  const body = operation.bodies.length === 0 ? undefined : (draw(fc.constantFrom(...operation.bodies)) as Body);
  const value = body && validBody(maker, body, draw);
  if (!isWrong) return toRequest(operation, undefined, parameters, body, value);
  const typed = operation.parameters.filter(
    ({ in: place, schema }) => place !== 'header' && wrongText(schema) !== undefined,
  );
  if (body === undefined || (typed.length > 0 && draw(fc.nat(3)) === 0)) {
    if (typed.length === 0) return undefined;
    const one = draw(fc.constantFrom(...typed)) as Parameter;
    const bad = new Map(parameters).set(one, wrongText(one.schema) as string);
    // A path that does not match the rule goes to the next handler.
    if (one.in === 'path') return undefined;
    return toRequest(operation, `${one.in} ${one.name}`, bad, body, value);
  }
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { how, value: worse } = draw(spoiled(value)) as Spoiled;
    // Forms and the parameters of a QUERY contain strings, whatever their types.
    const isText = body.mediaType === FORM || operation.method === 'QUERY';
    const tells = !isText || how === 'missing' || how === 'extra';
    if (tells && !hasBlank(worse) && !isValid(maker, body, worse))
      return toRequest(operation, how, parameters, body, worse);
  }
  return undefined;
}

// --- internal ---

/** Only the server creates cursors. */
const PLACE = 'after';

const SORT = 'sort';

const KEY = 'Idempotency-Key';

function withoutPlace(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // The document cannot say how many comparisons `or` takes.
  const { [PLACE]: _place, or: _or, ...rest } = value as Record<string, unknown>;
  return Array.isArray(value) ? value : fitGroups({ ...rest, ...(SORT in rest && { [SORT]: onceEach(rest[SORT]) }) });
}

/** `sort` may contain each field once, ascending or descending. */
function onceEach(keys: unknown): unknown {
  if (!Array.isArray(keys)) return keys;
  return [...new Map(keys.map((key) => [String(key).replace(/^-/, ''), key])).values()];
}

const RESULTS = ['count', 'sum', 'avg', 'min', 'max'];

/** Groups have no parameters of records, and both are sorted by what they have. */
function fitGroups(given: Record<string, unknown>): Record<string, unknown> {
  const { page: _page, fields: _fields, include: _include, ...groups } = given;
  const listed = (name: string): string[] => (Array.isArray(given[name]) ? (given[name] as string[]) : []);
  const asked = ['group', ...RESULTS].some((name) => name in given);
  const known = [
    ...listed('group'),
    ...(given.count === undefined ? [] : ['count']),
    ...RESULTS.flatMap((name) => listed(name).map((column) => `${name}.${column}`)),
  ];
  const isKnown = (key: string): boolean => {
    const name = key.replace(/^-/, '');
    return asked ? known.includes(name) : !RESULTS.includes(name.split('.')[0] as string);
  };
  const fit = asked ? groups : given;
  if (!Array.isArray(given[SORT])) return fit;
  const { [SORT]: _sort, ...others } = fit;
  const sort = (given[SORT] as string[]).filter(isKnown);
  return sort.length === 0 ? others : { ...others, [SORT]: sort };
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

const FORM = 'application/x-www-form-urlencoded';

const arbitraries = new WeakMap<object, fc.Arbitrary<unknown>>();

/** Cached, because creating an arbitrary is slow. */
function remembered({ document }: RequestMaker, schema: object | undefined): fc.Arbitrary<unknown> {
  const key = schema ?? document;
  const made = arbitraries.get(key) ?? arbitraryOf(document, schema);
  arbitraries.set(key, made);
  return made;
}

type Draw = <T>(values: fc.Arbitrary<T>) => T;

function drawer(seed: number): Draw {
  let next = seed;
  return (values) => fc.sample(values, { seed: next++, numRuns: 1 })[0] as never;
}

function validBody(maker: RequestMaker, body: Body, draw: Draw): unknown {
  const values = remembered(maker, body.schema);
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const value = repaired(maker, body, withoutPlace(JSON.parse(JSON.stringify(draw(values) ?? null))));
    if (isValid(maker, body, value)) return value;
  }
  throw new Error(`No value was found for ${body.pointer}`);
}

function isValid({ ajv }: RequestMaker, { pointer, mediaType }: Body, value: unknown): boolean {
  if (mediaType === FORM && !Object.values(value as object).every(fitsForm)) return false;
  return ajv.getSchema(`api#${encodeURI(pointer)}`)?.(value) === true;
}

/** Remove optional top-level properties for which no valid value was generated. */
function repaired({ ajv }: RequestMaker, { pointer, mediaType }: Body, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const validate = ajv.getSchema(`api#${encodeURI(pointer)}`);
  let entries = Object.entries(value).filter(([, one]) => mediaType !== FORM || fitsForm(one));
  for (let turn = 0; turn < 30 && validate?.(Object.fromEntries(entries)) === false; turn += 1) {
    const [, name] = validate.errors?.[0]?.instancePath.split('/') ?? [];
    entries = entries.filter(([key]) => key !== name);
  }
  return Object.fromEntries(entries);
}

/** The router also accepts blank strings, which the document does not mention. */
function hasBlank(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.values(value).some(hasBlank);
}

function valuesOf(maker: RequestMaker, { parameters, template }: Documented, draw: Draw): Map<Parameter, string> {
  const values = new Map<Parameter, unknown>();
  for (const parameter of parameters) {
    if (parameter.name === PLACE || (!parameter.required && draw(fc.nat(3)) > 0)) continue;
    const there = parameter.in === 'path' ? maker.known(template, parameter.name) : [];
    const value =
      there.length > 0 && draw(fc.nat(4)) > 0
        ? draw(fc.constantFrom(...there))
        : draw(remembered(maker, parameter.schema));
    values.set(parameter, parameter.name === SORT ? onceEach(value) : value);
  }
  const fit = fitGroups(Object.fromEntries([...values].map(([{ name }, value]) => [name, value])));
  return new Map([...values].flatMap(([one]) => (one.name in fit ? [[one, textOf(fit[one.name])] as const] : [])));
}

/** A key that is reused with another request is refused by design. */
function withFreshKey(values: Map<Parameter, string>, seed: number): Map<Parameter, string> {
  const fresh = (text: string) => {
    const [, quote = '', key = ''] = /^("?)(.*?)\1$/.exec(text) ?? [];
    return `${quote}${key.slice(0, 200)}-${seed}${quote}`;
  };
  return new Map([...values].map(([one, text]) => [one, one.name === KEY ? fresh(text) : text]));
}

function wrongText({ type, enum: values }: Parameter['schema']): string | undefined {
  if (type === 'integer' || type === 'number' || type === 'boolean') return 'neither';
  return Array.isArray(values) ? 'none-of-these' : undefined;
}

function toRequest(
  operation: Documented,
  wrong: string | undefined,
  parameters: ReadonlyMap<Parameter, string>,
  body: Body | undefined,
  value: unknown,
): MadeRequest {
  const of = (place: Parameter['in']): [string, string][] =>
    [...parameters].filter(([one]) => one.in === place).map(([{ name }, text]) => [name, text]);
  const path = of('path').reduce(
    (text, [name, one]) => text.replace(`{${name}}`, encodeURIComponent(one)),
    operation.template,
  );
  const query = of('query').map(([name, one]) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`);
  return {
    operation,
    wrong,
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    headers: { ...Object.fromEntries(of('header')), ...(body && { 'Content-Type': body.mediaType }) },
    body: body && write(body, value),
  };
}

/** Strings, numbers and arrays of them. */
function fitsForm(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || (Array.isArray(value) && value.every(fitsForm));
}

function write({ mediaType }: Body, value: unknown): string {
  return mediaType === FORM ? String(new URLSearchParams(value as Record<string, string>)) : JSON.stringify(value);
}
