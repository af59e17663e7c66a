import { expect } from 'chai';
import { HttpError, REQUEST_CODES, requestError, START_CODES } from '../src/errors.ts';

describe('HttpError', () => {
  it('has the code and text of its status', () => {
    expect(new HttpError(404)).to.include({ status: 404, code: 'E_NOT_FOUND', message: 'There is no such record.' });
    expect(new HttpError(451)).to.include({
      code: 'E_UNAVAILABLE_FOR_LEGAL_REASONS',
      message: 'Unavailable For Legal Reasons.',
    });
    expect(new HttpError(499)).to.include({ code: 'E_499', message: 'Error.' });
    expect(new HttpError(400, 'own', { code: 'E_OWN' })).to.include({ code: 'E_OWN', message: 'own' });
  });

  for (const status of [399, 600, 404.5, Number.NaN, '404' as never]) {
    it(`refuses the status ${status}`, () => expect(() => new HttpError(status)).to.throw(RangeError, String(status)));
  }

  it('keeps its cause', () => {
    const cause = new Error('x');
    expect(new HttpError(500, undefined, { cause }).cause).to.equal(cause);
  });
});

describe('codes', () => {
  it('have a stable name, a status and a description', () => {
    for (const [code, [status, meaning]] of Object.entries(REQUEST_CODES)) {
      expect(code).to.match(/^E_[A-Z_]+$/);
      expect(requestError(code as keyof typeof REQUEST_CODES)).to.include({ code, status, detail: meaning });
    }
    for (const code of Object.keys(START_CODES)) expect(code).to.match(/^E_[A-Z_]+$/);
  });
});
