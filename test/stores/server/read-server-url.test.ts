import { expect } from 'chai';
import { ModelsError } from '../../../packages/model/src/index.ts';
import { readServerUrl } from '../../../packages/model/src/stores/server/read-server-url.ts';

describe('readServerUrl', () => {
  const rules = { port: 5432, options: ['sslmode', 'x'], example: 'postgres://user:password@host:5432/database' };
  const read = (url: string) => {
    const { options, ...parts } = readServerUrl(url, rules);
    return { ...parts, options: Object.fromEntries(options) };
  };
  const plain = {
    hosts: [{ host: 'h', port: 5432 }],
    user: undefined,
    password: undefined,
    database: 'd',
    options: {},
  };

  const rows: [url: string, expected: object][] = [
    ['p://h/d', {}],
    ['p://u@h/d', { user: 'u' }],
    ['p://u:p@h/d', { user: 'u', password: 'p' }],
    ['p://u:@h/d', { user: 'u', password: '' }],
    ['p://u%40x:a%2F%3Ab%25@h/d', { user: 'u@x', password: 'a/:b%' }],
    ['p://u:a@b:c@h/d', { user: 'u', password: 'a@b:c' }],
    ['p://h:1/d', { hosts: [{ host: 'h', port: 1 }] }],
    [
      'p://h1:1,h2,h3:3/d',
      {
        hosts: [
          { host: 'h1', port: 1 },
          { host: 'h2', port: 5432 },
          { host: 'h3', port: 3 },
        ],
      },
    ],
    ['p://[::1]:7/d', { hosts: [{ host: '::1', port: 7 }] }],
    ['p://[fe80::1%25eth0]/d', { hosts: [{ host: 'fe80::1%eth0', port: 5432 }] }],
    ['p://%2Fvar%2Frun/d', { hosts: [{ host: '/var/run', port: 5432 }] }],
    ['p:///d', { hosts: [{ host: 'localhost', port: 5432 }] }],
    ['p://h/a%20b', { database: 'a b' }],
    ['p://h/d?sslmode=require&x=a+b%26', { options: { sslmode: 'require', x: 'a b&' } }],
    ['P://h/d?x=1&x=2', { options: { x: '2' } }],
  ];
  for (const [url, expected] of rows) {
    it(`reads ${url}`, () => expect(read(url)).to.deep.equal({ ...plain, ...expected }));
  }

  const bad: [url: string, message: string][] = [
    ['p:h/d', 'the wrong form'],
    ['p://h/d#x', 'the wrong form'],
    ['p://u:secret#x@h/d', 'the wrong form'],
    ['p://h', 'has no database name'],
    ['p://h/', 'has no database name'],
    ['p://h/a/b', 'has no database name'],
    ['p://h/a%00b', 'has no database name'],
    ['p://h:0/d', 'host or port'],
    ['p://h:65536/d', 'host or port'],
    ['p://h:x/d', 'host or port'],
    ['p://h1,h2:99999/d', 'host or port'],
    ['p://[::1/d', 'host or port'],
    ['p://u:secret%zz@h/d', 'percent escape'],
    ['p://h/d%', 'percent escape'],
    ['p://h/d?sslmod=require', 'option'],
  ];
  for (const [url, message] of bad) {
    it(`refuses ${url}`, () => {
      let thrown: unknown;
      try {
        read(url);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).to.be.instanceOf(ModelsError);
      const { code, message: text, hint } = thrown as ModelsError;
      expect(code).to.equal('E_STORE_URL');
      expect(text).to.contain(message);
      expect(`${text} ${hint}`).not.to.contain('secret');
    });
  }
});
