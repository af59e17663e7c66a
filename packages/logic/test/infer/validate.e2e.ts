import { expect } from 'chai';
import { readSnippet } from './snippet.ts';

const LOGIC = 'const logic = defineLogic({ params: {}, postAction: {}, putAction: {} });';

describe('an editor at the action of validate', function () {
  this.timeout(60_000);

  it('offers the actions that the logic declares', () => {
    const { completions } = readSnippet(`${LOGIC} validate(logic, '|', {});`);
    expect(completions).to.have.members(['postAction', 'putAction']);
  });

  it('says which there are of one that is not declared', () => {
    const { errors } = readSnippet(`${LOGIC} validate(logic, 'psotAction', {});`);
    expect(errors).to.have.lengthOf(1);
    expect(errors[0]).to.include('"psotAction"').and.to.include('"postAction" | "putAction"');
  });
});
