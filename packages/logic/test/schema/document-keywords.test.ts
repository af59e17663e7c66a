import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { addLogicKeywords } from '../../src/schema/document-keywords.ts';

describe('addLogicKeywords', () => {
  const ajv = new Ajv2020({ strict: false });
  addLogicKeywords(ajv);

  const compared: [keyword: string, object: Readonly<Record<string, unknown>>, valid: boolean][] = [
    ['x-equals', { x: 1, y: 1 }, true],
    ['x-equals', { x: 1, y: 2 }, false],
    ['x-equals', { x: 1 }, false],
    ['x-equals', { x: 1, y: '' }, false],
    ['x-equals', { x: null, y: 2 }, true],
    ['x-equals', { x: '', y: 2 }, true],
    ['x-different', { x: 1, y: 1 }, false],
    ['x-different', { x: 1, y: 2 }, true],
    ['x-different', { x: 1 }, true],
    ['x-different', { x: null, y: null }, true],
    ['x-different', { x: '', y: '' }, true],
  ];
  for (const [keyword, object, valid] of compared) {
    it(`reads ${keyword}: ${JSON.stringify(object)}`, () => {
      expect(ajv.validate({ properties: { x: { [keyword]: 'y' } } }, object)).to.equal(valid);
    });
  }

  it('finds nothing beside a value that stands alone', () => {
    expect(ajv.validate({ 'x-equals': 'y' }, 1)).to.equal(false);
    expect(ajv.validate({ 'x-different': 'y' }, 1)).to.equal(true);
  });

  it('reads regular expressions with their flags', () => {
    const test = ajv.compile({ 'x-regexp': '/^a\\/b$/i' });
    expect(['A/B', 'a/b', 'ab', 5].map((value) => test(value))).to.deep.equal([true, true, false, true]);
  });

  it('says nothing about values of other types', () => {
    expect([5, null, []].map((value) => ajv.validate({ 'x-email': true }, value))).to.deep.equal([true, true, true]);
    expect(ajv.validate({ 'x-email': true }, 'a')).to.equal(false);
  });
});
