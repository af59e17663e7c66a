import { expect } from 'chai';
import { readSnippet } from './snippet.ts';

const LOGIC = 'const logic = defineLogic({ params: {}, postAction: {}, putAction: {} });';

describe('the action argument of validate', function () {
  this.timeout(60_000);

  it('is completed with the declared actions', () => {
    const { completions } = readSnippet(`${LOGIC} validate(logic, '|', {});`);
    expect(completions).to.have.members(['postAction', 'putAction']);
  });

  it('lists the declared actions in the error for another one', () => {
    const { errors } = readSnippet(`${LOGIC} validate(logic, 'psotAction', {});`);
    expect(errors).to.have.lengthOf(1);
    expect(errors[0]).to.include('"psotAction"').and.to.include('"postAction" | "putAction"');
  });
});
