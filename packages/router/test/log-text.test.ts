import { isSecretName } from '@rest-gen/logic/common';
import { expect } from 'chai';
import { toLogLine, toLogLines, toShortLog } from '../src/core/log-text.ts';
import { Controller } from '../src/index.ts';
import { onBothMajors } from './serve.ts';

describe('toLogLine', () => {
  for (const [text, line] of [
    ['a\r\nb\tc', 'a\\r\\nb\\tc'],
    ['\0\x1b[2J\x7f\x9b', '\\u0000\\u001b[2J\\u007f\\u009b'],
    ['\u2028\u202e\u2066\ufeff', '\\u2028\\u202e\\u2066\\ufeff'],
    ['/a?token=hunter2&b=1', '/a?token=***&b=1'],
    ['a[password]=hunter2 b', 'a[password]=*** b'],
    ["{ accessToken: 'hun\\'ter2', b: 1 }", '{ accessToken: ***, b: 1 }'],
    ['{"api_key":"hun\\"ter2","b":1}', '{"api_key":***,"b":1}'],
    ['"{\\"secret\\":\\"hunter2\\"}"', '"{\\"secret\\":***'],
    ['Authorization: Bearer hunter2', 'Authorization: ***'],
    ["{ authorization: 'Basic hunter2', b: 1 }", '{ authorization: ***, b: 1 }'],
    ["[ 'X-Api-Key', 'hunter2', 'b' ]", "[ 'X-Api-Key', ***, 'b' ]"],
    ['Set-Cookie: a=hunter2; b=hunter2', 'Set-Cookie: ***'],
    ['cookies: { a: 1, b: 2 }, c: 3', 'cookies: ***, c: 3'],
    ['token="hunter2 without an end', 'token=***'],
    ['postgres://root:hunt@er2@db:5432/x', 'postgres://root:***@db:5432/x'],
    ['http://localhost:3000/a@b, a@b', 'http://localhost:3000/a@b, a@b'],
    ['{"password":{"a":{"b":1},"c":"hunter2"},"d":[{}]}', '{"password":***,"d":[{}]}'],
    ["Map(1) { 'authorization' => 'Bearer hunter2' }", "Map(1) { 'authorization' => *** }"],
    ["secret: Secret { value: 'hunter2' }, b: 1", 'secret: Secret ***, b: 1'],
    ['tokens: [ [ 1 ], Set(1) { "a" }, b', 'tokens: ***, Set(1) { "a" }, b'],
    ["the token's value is { a: 1 }", "the token's value is { a: 1 }"],
    ['Unexpected token < in JSON', 'Unexpected token < in JSON'],
  ] as const) {
    it(`writes ${JSON.stringify(text)} as ${line}`, () => expect(toLogLine(text)).to.equal(line));
  }

  it('takes linear time', () => {
    // biome-ignore format: a list
    for (const part of [
      'token="', 'token', "password='\\", 'cookie: ', 'token={', 'token:`', '"],token', 'token: [', '] token: [',
      "'\\", '://a:', 'token: "" + ',
    ]) {
      const begun = performance.now();
      toLogLine(part.repeat(200_000 / part.length));
      expect(performance.now() - begun, part).to.be.below(2_000);
    }
  });
});

describe('toLogLines', () => {
  it('indents all lines but the first', () => {
    const lines = toLogLines(new Error('a\nE_FORGED: b')).split('\n');
    expect(lines[0]).to.equal('Error: a');
    expect(lines[1]).to.equal('  E_FORGED: b');
    expect(lines.slice(1).every((line) => line.startsWith('  '))).to.equal(true);
  });

  it('prints causes and members without secrets', () => {
    const error = Object.assign(new Error('a', { cause: new Error('password=hunter2') }), {
      config: { headers: { Authorization: 'Bearer hunter2', Accept: 'x' } },
    });
    expect(toLogLines(error)).to.include('password=***').and.to.include("Accept: 'x'").and.not.to.include('hunter2');
  });

  it('omits secrets over several lines, and nothing else', () => {
    const long = 'hunter2'.repeat(12);
    const error = Object.assign(new Error('a wrong token: x'), {
      first: 1,
      privateKey: `-----BEGIN-----\n${long}\nit's "${long}"\n`,
      tokens: Array.from({ length: 8 }, () => long),
      credentials: { user: { name: 'a' }, value: long, other: "it's", deep: { deeper: [long] } },
      headers: new Map([['authorization', long]]),
      rawHeaders: ['Host', 'b', 'Authorization', long, 'X-Api-Key', long, 'Accept', '*/*'],
      url: new URL('https://root:hunter2@db/x'),
      last: 2,
    });
    for (const lines of [toLogLines(error), toShortLog(error)]) {
      expect(lines).not.to.include('hunter2');
      for (const part of ['first: 1', 'at ', 'privateKey: ***,', 'credentials: ***,', "'Accept'", 'last: 2'])
        expect(lines).to.include(part);
    }
    expect(toLogLines(new Error('no token:\nb'))).to.match(/^Error: no token:\n {2}b\n {6}at /);
    expect(toLogLines(new Error('no token: {'))).to.match(/^Error: no token: \*\*\*\n {6}at /);
  });

  it('never throws', () => {
    const refuse = () => {
      throw new Error('no');
    };
    for (const value of [
      Object.defineProperty(new Error('x'), 'stack', { get: refuse }),
      { [Symbol.for('nodejs.util.inspect.custom')]: refuse },
      new Proxy({}, { get: refuse, ownKeys: refuse }),
      undefined,
    ]) {
      expect(toLogLines(value)).to.be.a('string').and.not.to.equal('');
    }
  });
});

describe('toShortLog', () => {
  it('is one line', () => {
    expect(toShortLog({ id: '1', token: 'hunter2' })).to.equal("{ id: '1', token: *** }");
    expect(toShortLog(new Error('a\nb'))).to.match(/^Error: a b at /);
    expect(toShortLog('a\nb')).to.equal('a\\nb');
    expect(toShortLog(404)).to.equal('404');
  });
});

describe('isSecretName', () => {
  it('recognizes names in any spelling', () => {
    for (const name of ['token', 'X-API-Key', 'apikey', 'accessToken', 'client_secret', 'Set-Cookie', 'sessionId'])
      expect(isSecretName(name), name).to.equal(true);
    for (const name of ['id', 'title', 'key', 'author', 'page']) expect(isSecretName(name), name).to.equal(false);
  });
});

onBothMajors('the log of a failure', (serve) => {
  class Reset extends Controller {
    getAction(): unknown {
      throw new Error('broken');
    }
  }

  it('omits captures named like secrets, and codes of OAuth', async () => {
    const lines: string[] = [];
    const { error } = console;
    console.error = (line: string) => lines.push(line);
    process.env.NODE_ENV = 'production';
    try {
      const { agent, app, router } = serve({ rules: [['/reset/:token', 'rest']], controllers: { reset: Reset } });
      // A handler of the application that hands its error over, as plans do.
      app.get('/plan/:token', (req, res, next) => router.errors(new Error('broken'), req, res, next));
      await agent.get('/plan/hunter2').expect(500);
      await agent.get('/reset/hunter2?password=hunter2&page=1').expect(500);
      await agent.get('/reset/a?code=hunter2&state=hunter2').expect(500);
      await agent.get('/reset/a?code=DE').expect(500);
    } finally {
      console.error = error;
    }
    const text = lines.join('\n');
    expect(text).to.match(/^GET \/reset\/\*\*\*\?password=\*\*\*&page=1: E_INTERNAL/m);
    expect(text).to.match(/^GET \/plan\/\*\*\*: E_INTERNAL/m);
    // What a provider sends a user back with; other codes are no secrets.
    expect(text).to.include('?code=***&state=***: E_INTERNAL').and.to.include('?code=DE: E_INTERNAL');
    expect(text).not.to.include('hunter2');
  });
});
