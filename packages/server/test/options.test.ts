import { inspect } from 'node:util';
import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import { OptionError } from '../src/errors.ts';
import { resolveOptions, type ServerOptions } from '../src/options.ts';

const handler = () => undefined;

describe('options of createServer', () => {
  it('have defaults', () => {
    const { keepAliveTimeout, headersTimeout, requestTimeout, maxHeadersCount, timeout } = createServer(handler);
    expect({ keepAliveTimeout, headersTimeout, requestTimeout, maxHeadersCount, timeout }).to.deep.equal({
      keepAliveTimeout: 65_000,
      headersTimeout: 20_000,
      // Node's own is the same for every body.
      requestTimeout: 0,
      maxHeadersCount: 1_001,
      timeout: 120_000,
    });
    expect(resolveOptions({ maxHeaders: undefined })).to.deep.equal(resolveOptions({}));
    expect(resolveOptions({})).to.include({ idleTimeout: 120_000, requestTimeout: 120_000 });
  });

  for (const [given, headersTimeout] of [
    [{ requestTimeout: 5_000 }, 5_000],
    [{ requestTimeout: 0 }, 20_000],
    [{ requestTimeout: 0, headersTimeout: 300_000 }, 300_000],
    [{ headersTimeout: 0 }, 0],
  ] as const) {
    it(`${inspect(given)} waits ${headersTimeout} ms for header fields`, () => {
      expect(createServer(handler, given).headersTimeout).to.equal(headersTimeout);
    });
  }

  const WRONG: readonly [options: object, message: string][] = [
    [{ headerTimeout: 1 }, 'createServer has no option headerTimeout'],
    [{ toString: 1 }, 'createServer has no option toString'],
    [{ headersTimeout: -1 }, 'the option headersTimeout of createServer is -1'],
    [{ headersTimeout: 200_000 }, 'the option headersTimeout of createServer is 200000'],
    [{ requestTimeout: 1.5 }, 'the option requestTimeout of createServer is 1.5'],
    [{ requestTimeout: '30s' }, "the option requestTimeout of createServer is '30s'"],
    [{ idleTimeout: 2 ** 31 }, 'the option idleTimeout of createServer is 2147483648'],
    [{ keepAliveTimeout: null }, 'the option keepAliveTimeout of createServer is null'],
    [{ connectionsCheckingInterval: 0 }, 'the option connectionsCheckingInterval of createServer is 0'],
    [{ maxHeaders: 0 }, 'the option maxHeaders of createServer is 0'],
    [{ maxHeaders: 2 ** 31 }, 'the option maxHeaders of createServer is 2147483648'],
    [{ maxHeaders: Number.MAX_SAFE_INTEGER }, 'the option maxHeaders of createServer is 9007199254740991'],
    [{ maxHeaderSize: Number.NaN }, 'the option maxHeaderSize of createServer is NaN'],
    [{ https: true }, 'the option https of createServer is true'],
    [{ http2: true }, 'createServer has no option http2'],
  ];
  for (const [options, message] of WRONG) {
    it(`refuse ${inspect(options)}`, () => {
      expect(() => createServer(handler, options as ServerOptions))
        .to.throw(OptionError, `E_OPTION: ${message}\n  `)
        .with.property('hint')
        .that.matches(/^(?:It must be|The options are) .+\.$/);
    });
  }

  for (const options of [null, 5, []]) {
    it(`refuse ${inspect(options)} in their place`, () => {
      expect(() => createServer(handler, options as never)).to.throw(OptionError, 'the options of createServer are');
    });
  }
});
