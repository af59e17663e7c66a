import { expect } from 'chai';
import { fieldErrorOf, runField } from '../run-field.ts';

describe('bounds of two rules', () => {
  it('may be the same', () => {
    expect(runField({ int: true, min: 2, max: 2 }, 2)).to.deep.equal({ value: 2 });
    expect(runField({ array: true, minItems: 1, maxItems: 1 }, [1])).to.deep.equal({ value: [1] });
    expect(runField({ int: { min: 2, max: 2 } }, 2)).to.deep.equal({ value: 2 });
  });

  it('may not leave nothing between them', () => {
    expect(fieldErrorOf({ int: true, min: 3, max: 2 }).code).to.equal('E_LOGIC_ARGUMENT');
    expect(fieldErrorOf({ array: true, minItems: 2, maxItems: 1 }).code).to.equal('E_LOGIC_ARGUMENT');
  });

  it('have two names, of which the nearest is told', () => {
    expect(fieldErrorOf({ length: { mxa: 1 } }).message).to.match(/has no "mxa"; did you mean "max"\?/);
    expect(fieldErrorOf({ length: { mim: 1 } }).message).to.match(/has no "mim"; did you mean "min"\?/);
  });
});
