import { expect } from 'chai';
import { REQUEST_CODES } from '../src/codes.ts';
import { errorsOf, HttpError, requestError, START_CODES, withoutStack } from '../src/core/errors.ts';
import { Controller, type RestRouterOptions } from '../src/index.ts';
import { onBothMajors } from './serve.ts';

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
      expect(errorsOf(REQUEST_CODES)(code as keyof typeof REQUEST_CODES)).to.include({ code, status, detail: meaning });
    }
    for (const code of Object.keys(START_CODES)) expect(code).to.match(/^E_[A-Z_]+$/);
  });
});

const FRAME = /\n {4}at /;

describe('stacks of errors', () => {
  it('are not captured for refused requests', () => {
    const error = requestError('E_NOT_FOUND', 'gone');
    expect(error).to.be.instanceOf(HttpError);
    expect(error.stack).not.to.match(FRAME);
    expect(String(error)).to.equal('HttpError: gone');
    expect(requestError('E_INTERNAL').stack).to.match(FRAME);
    expect(new HttpError(404).stack).to.match(FRAME);
  });

  it('are captured for all other errors, also after a constructor has thrown', () => {
    const { stackTraceLimit } = Error;
    const make = () => withoutStack(() => new HttpError(200));
    expect(make).to.throw(RangeError);
    expect(Error.stackTraceLimit).to.equal(stackTraceLimit).and.above(0);
    expect(new Error('x').stack).to.match(FRAME);
  });
});

onBothMajors('stacks of errors that an action makes', (serve) => {
  /** Tells whether what `fail` and `found` throw has a stack. */
  class Probe extends Controller {
    getAction() {
      const probes = [() => this.fail(409, 'no'), () => this.fail(500), () => this.found(undefined)];
      return probes.map((probe) => {
        try {
          return probe();
        } catch (error) {
          return FRAME.test((error as Error).stack ?? '');
        }
      });
    }
  }

  /** Fails before there is a request. */
  class Early extends Controller {
    constructor() {
      super();
      this.fail(403, 'not yet');
    }
    getAction() {}
  }

  const options: RestRouterOptions = {
    rules: [
      ['/probe', 'rest'],
      ['/early', 'rest'],
    ],
    controllers: { probe: Probe, early: Early },
  };

  it('are captured in fail() during development', async () => {
    const { body } = await serve(options).agent.get('/probe').expect(200);
    expect(body).to.deep.equal([true, true, false]);
  });

  it('are captured in fail() with onError', async () => {
    process.env.NODE_ENV = 'production';
    const { body } = await serve({ ...options, onError: (error, _req, _res, next) => next(error) }).agent.get('/probe');
    expect(body).to.deep.equal([true, true, false]);
  });

  it('are otherwise captured for status 500 only', async () => {
    process.env.NODE_ENV = 'production';
    const { agent } = serve(options);
    expect((await agent.get('/probe')).body).to.deep.equal([false, true, false]);
    expect((await agent.get('/early').expect(403)).body).to.include({ detail: 'not yet' });
  });
});
