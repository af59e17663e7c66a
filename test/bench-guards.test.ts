import { expect } from 'chai';
// @ts-expect-error -- a benchmark is JavaScript without types
import { LANES } from '../bench/guards/guards.js';
import { readText } from './workspace.ts';

const lanes = Object.entries(LANES as Record<string, { cuts?: [file: string, text: string, other: string][] }>);

describe('the comparison of guards', () => {
  for (const [name, { cuts = [] }] of lanes) {
    it(`finds in the built packages what it cuts out: ${name}`, () => {
      for (const [file, text] of cuts) {
        expect(readText(`packages/${file}`).split(text), `"${text}" in ${file}`).to.have.length(2);
      }
    });
  }
});
