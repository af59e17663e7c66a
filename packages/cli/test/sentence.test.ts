import { expect } from 'chai';
import { sentence } from '../src/sentence.ts';

describe('sentence', () => {
  for (const [message, ended] of [
    ['It failed', 'It failed.'],
    ['It failed.', 'It failed.'],
    ['Really?', 'Really?'],
    ['No!', 'No!'],
  ] as const) {
    it(`ends ${message}`, () => expect(sentence(message)).to.equal(ended));
  }
});
