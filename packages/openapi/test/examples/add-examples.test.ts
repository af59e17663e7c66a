import { addLogicKeywords, defineLogic, type Logic, validate } from '@rest-gen/logic';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import type { Header, MediaType, OpenApiDocument, Operation, Parameter, Response } from '../../src/index.ts';
import { operationsByMethod } from '../../src/operations-of.ts';
import { documentOf, operation } from '../fixture.ts';

const JSON_TYPE = 'application/json';

describe('examples', () => {
  /** Rules of one required field. */
  const RULES: readonly Record<string, unknown>[] = [
    { string: true },
    { string: true, length: { min: 12, max: 14 } },
    { string: true, length: 2 },
    { string: true, startWith: 'ab' },
    { string: true, endWith: 'yz' },
    { string: true, contains: 'mn' },
    { string: true, pattern: '^[a-z]+(?:-[a-z]+)*$' },
    { string: true, pattern: '^\\d+$' },
    { in: ['draft', 'live'] },
    { int: true },
    { int: { min: 7, max: 9 } },
    { int: { max: -3 } },
    { float: { min: 0.5 } },
    { int: { min: 3 }, multipleOf: 5 },
    { decimal: { min: 7 } },
    { decimal: { max: '-0.5' } },
    { boolean: true },
    { date: true },
    { array: true },
    { array: true, minItems: 3, children: { int: true } },
    { object: true, children: { name: { string: true, required: true } } },
    { string: true, format: 'time' },
    { type: 'string', minLength: 3 },
    ...(
      'email url uuid fqdn ip ip4 ip6 mobile alpha alphaDash alphaNumeric alphaNumericDash ascii ' +
      'base64 creditCard currency dataURI decimal fullWidth halfWidth hex hexColor isbn isin issn ' +
      'iso8601 lowercase macAddress md5 mongoId multibyte numeric uppercase variableWidth field order ' +
      'image '
    )
      .trim()
      .split(' ')
      .map((rule) => ({ [rule]: true })),
  ];
  for (const rule of RULES) {
    it(`satisfy ${JSON.stringify(rule)}`, async () => {
      const schema = rule.type !== undefined;
      await expectTaken({ field: schema ? rule : { required: true, ...rule } }, true);
    });
  }

  it('satisfy patterns and conditions, or are omitted', async () => {
    await expectTaken({ kind: { in: ['a', 'b'] }, price: { float: true, requiredIf: ['kind', 'a'] } }, false);
    await expectTaken({ a: { string: true }, b: { string: true, equals: 'a' } }, false);
    await expectTaken({ a: { required: true, pattern: '^[A-Z]{2}-\\d{3,}$' } }, false);
  });

  it('satisfy every schema of a document', async () => {
    const logic = defineLogic({
      params: { id: { int: { min: 5 } } },
      getAction: { query: { draft: { boolean: true }, tags: { array: true, children: { string: true } } } },
      postAction: {
        body: { title: { string: true, required: true }, tags: { array: true, children: { string: true } } },
      },
    });
    const types = [
      'string',
      'integer',
      'bigint',
      'decimal',
      'double',
      'boolean',
      'date',
      'datetime',
      'json',
      'binary',
    ] as const;
    const table = Object.fromEntries(
      types.flatMap((type) => [[type, type] as const, [`${type}_or_null`, `${type}?`] as const]),
    );
    const document = await documentOf(
      { logic, statics: { bulk: true, upsert: true } },
      { post: { id: 'integer', ...table } },
    );
    const ajv = ajvOf(document);
    let judged = 0;
    for (const { schema, example } of placesOf(document)) {
      if (example === undefined || schema === undefined) continue;
      expect(ajv.validate(located(schema) as object, example), JSON.stringify({ schema, example })).to.equal(true);
      judged += 1;
    }
    expect(judged).to.be.greaterThan(50);
  });
});

// --- internal ---

/** Check that the logic of a body accepts its example. */
async function expectTaken(fields: Record<string, unknown>, isNeeded: boolean): Promise<void> {
  const logic = defineLogic({ postAction: { body: fields } } as never) as Logic;
  const document = await documentOf({ logic });
  const example = operation(document, 'POST /post').requestBody?.content[JSON_TYPE]?.example;
  if (isNeeded) expect(example, JSON.stringify(fields)).to.not.equal(undefined);
  if (example !== undefined) await validate(logic, 'postAction', { body: example });
}

function ajvOf({ components }: OpenApiDocument): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addLogicKeywords(ajv);
  return ajv.addSchema({ components }, 'urn:test:document');
}

function located(schema: object): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"urn:test:document#'));
}

function* placesOf({ paths, components }: OpenApiDocument): Generator<Pick<MediaType, 'schema' | 'example'>> {
  for (const item of Object.values(paths))
    for (const one of operationsByMethod(item).values()) yield* placesOfOperation(one);
  const { responses = {}, parameters = {}, headers = {} } = components ?? {};
  for (const { content = {} } of Object.values(responses)) yield* Object.values(content);
  yield* [...Object.values(parameters), ...Object.values(headers)];
}

function* placesOfOperation({
  parameters = [],
  requestBody,
  responses,
}: Operation): Generator<Pick<MediaType, 'schema' | 'example'>> {
  yield* parameters as Parameter[];
  yield* Object.values(requestBody?.content ?? {});
  for (const { content = {}, headers = {} } of Object.values(responses) as Response[]) {
    yield* Object.values(content);
    yield* Object.values(headers as Record<string, Header>);
  }
}
