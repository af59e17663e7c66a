import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import { expect } from 'chai';
import * as v from 'valibot';
import { z } from 'zod';
import { type ForeignKind, recognizeForeign } from '../../src/foreign/parse-foreign.ts';
import { fieldErrorOf } from '../run-field.ts';

const table: [name: string, declared: unknown, section: ForeignKind | undefined, field: ForeignKind | undefined][] = [
  ['zod', z.object({}), 'standard', 'standard'],
  ['valibot', v.object({}), 'standard', 'standard'],
  ['valibot with a JSON Schema', toStandardJsonSchema(v.object({})), 'standard', 'standard'],
  ['arktype, a function', type({ a: 'string' }), 'standard', 'standard'],
  ['a function', () => ({}), undefined, undefined],
  ['text type', { type: 'object' }, 'json', 'json'],
  ['list type', { type: ['string', 'null'] }, 'json', 'json'],
  ['$schema', { $schema: 'https://json-schema.org/draft/2020-12/schema' }, 'json', 'json'],
  ['$ref', { $ref: '#/$defs/a' }, 'json', 'json'],
  ['anyOf', { anyOf: [] }, 'json', 'json'],
  ['oneOf', { oneOf: [] }, 'json', 'json'],
  ['allOf', { allOf: [] }, 'json', 'json'],
  ['enum', { enum: [1] }, 'json', undefined],
  ['const', { const: 1 }, 'json', undefined],
  ['const null', { const: null }, 'json', undefined],
  ['const of a list', { const: [1] }, 'json', undefined],
  ['a field named const', { const: { string: true } }, undefined, undefined],
  ['const undefined', { const: undefined }, undefined, undefined],
  [
    'fields with the names of keywords',
    { type: { string: true }, enum: { int: true }, anyOf: {}, $ref: {} },
    undefined,
    undefined,
  ],
  ['rules', { string: true, required: true }, undefined, undefined],
  ['no rules', {}, undefined, undefined],
  ['a list', [{ type: 'string' }], undefined, undefined],
  ['null', null, undefined, undefined],
  ['nothing', undefined, undefined, undefined],
  ['text', 'string', undefined, undefined],
];

const HINT = /makes this a JSON Schema; to write rules, use \{ string: true, required: true \}/;

describe('recognizeForeign', () => {
  it('suggests rules when a JSON Schema has the arguments of rules', () => {
    expect(fieldErrorOf({ type: 'string', required: true }).message).to.match(HINT);
    for (const wrong of [{ type: 'strin', required: ['a'] }, { type: 'string', requird: true }, { type: 'strin' }]) {
      expect(fieldErrorOf(wrong)).to.include({ code: 'E_LOGIC_SCHEMA' });
      expect(fieldErrorOf(wrong).message).not.to.match(HINT);
    }
  });

  for (const [name, declared, section, field] of table) {
    it(`${name}: ${section ?? 'rules'} as a section, ${field ?? 'rules'} as a field`, () => {
      expect(recognizeForeign(declared, 'section')).to.equal(section);
      expect(recognizeForeign(declared, 'field')).to.equal(field);
    });
  }
});
