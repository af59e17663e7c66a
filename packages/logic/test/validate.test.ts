import { expect } from 'chai';
import { defineLogic } from '../src/define-logic.ts';
import { LogicError, ValidationError } from '../src/errors.ts';
import type { Logic } from '../src/field-rules.ts';
import { validate } from '../src/validate.ts';

describe('validate', () => {
  const logic = defineLogic({
    params: { id: { int: true } },
    postAction: { body: { title: { required: true, string: true }, views: { int: true, required: true, default: 0 } } },
  });

  it('resolves to the input', async () => {
    const { body, params } = await validate(logic, 'postAction', { params: { id: '5' }, body: { title: 'a' } });
    expect(body.title.length + body.views + (params.id ?? 0)).to.equal(6);
  });

  it('rejects with ValidationError', async () => {
    const error = await validate(logic, 'postAction', {}).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ValidationError);
    expect((error as ValidationError).errors).to.deep.equal([
      { in: 'body', pointer: '/title', rule: 'required', message: 'title is required' },
    ]);
  });

  it('rejects with LogicError when the logic is wrong', async () => {
    const wrong = { postAction: { body: { a: { lenght: 5 } } } } as Logic;
    expect(await validate(wrong, 'postAction', {}).catch((reason: unknown) => reason)).to.be.instanceOf(LogicError);
  });

  it('refuses an undeclared action, so that a typo does not disable validation', async () => {
    const error = await validate(logic as Logic, 'psotAction', { body: { admin: 1 } }).catch(
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(LogicError);
    expect(error).to.include({ code: 'E_LOGIC_ACTION' });
    expect((error as LogicError).message).to.match(/"psotAction" is not declared; did you mean "postAction"\?/);
    const none = await validate({} as Logic, 'getAction').catch((reason: unknown) => reason);
    expect((none as LogicError).message).to.match(/"getAction" is not declared; it declares no action/);
  });

  it('compiles the logic once', async () => {
    let reads = 0;
    const counted = {
      get postAction() {
        reads += 1;
        return { body: { a: { int: true } } } as const;
      },
    };
    for (let run = 0; run < 3; run += 1) await validate(counted, 'postAction', { body: { a: run } });
    expect(reads).to.equal(1);
  });

  it('accepts options', async () => {
    const form = defineLogic({ postAction: { body: { n: { int: true } } }, getAction: { query: {} } });
    expect((await validate(form, 'postAction', { body: { n: '1' } }, { textBody: true })).body).to.deep.equal({ n: 1 });
    expect((await validate(form, 'getAction', { query: { a: '1' } }, { openQuery: true })).query).to.deep.equal({});
  });
});
