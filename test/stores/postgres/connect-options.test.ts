import { expect } from 'chai';
import { createModels, ModelsError } from '../../../packages/model/src/index.ts';
import {
  connectOptions,
  optionNames,
  readSettings,
} from '../../../packages/model/src/stores/postgres/create-postgres-client.ts';
import { loadDriver } from '../../../packages/model/src/stores/postgres/load-driver.ts';
import { readServerUrl, type ServerHost } from '../../../packages/model/src/stores/server/read-server-url.ts';
import { rejected } from '../fixture.ts';

describe('PostgreSQL: options of an address', () => {
  const read = (url: string) => {
    const address = readServerUrl(url, { port: 5432, options: optionNames, example: '' });
    const settings = readSettings(address);
    return { ...connectOptions(address, address.hosts[0] as ServerHost, settings), mustWrite: settings.mustWrite };
  };
  const plain = {
    host: 'h',
    port: 5432,
    database: 'd',
    ssl: false,
    application_name: 'rest-gen',
    client_encoding: 'UTF8',
    mustWrite: false,
  };

  const rows: [url: string, expected: object][] = [
    ['postgres://h/d', {}],
    ['postgres://u:p@h:1/d', { user: 'u', password: 'p', port: 1 }],
    ['postgres://h/d?application_name=a', { application_name: 'a' }],
    ['postgres://h/d?options=-csearch_path%3Da', { options: '-csearch_path=a' }],
    ['postgres:///d?host=/var/run/postgresql', { host: '/var/run/postgresql' }],
    ['postgres://h,i/d', { mustWrite: true }],
    ['postgres://h,i/d?target_session_attrs=any', {}],
    ['postgres://h/d?target_session_attrs=read-write', { mustWrite: true }],
    ['postgres://h/d?sslmode=disable', {}],
  ];
  for (const [url, expected] of rows) {
    it(`reads ${url}`, () => expect(read(url)).to.deep.equal({ ...plain, ...expected }));
  }

  it('knows whom to trust', () => {
    const trust = (mode: string) => {
      const { rejectUnauthorized, checkServerIdentity } = read(`postgres://h/d?sslmode=${mode}`).ssl as {
        rejectUnauthorized?: boolean;
        checkServerIdentity?: () => unknown;
      };
      return [rejectUnauthorized, checkServerIdentity !== undefined];
    };
    expect(trust('require')).to.deep.equal([false, true]);
    expect(trust('verify-ca')).to.deep.equal([true, true]);
    expect(trust('verify-full')).to.deep.equal([true, false]);
  });

  for (const option of [
    'sslmode=prefer',
    'sslmode=allow',
    'sslmode=',
    'sslmod=require',
    'target_session_attrs=standby',
  ]) {
    it(`refuses ${option}`, () => {
      expect(() => createModels(`postgresql://u:secret@h/d?${option}`))
        .to.throw(ModelsError)
        .that.has.property('code', 'E_STORE_URL');
    });
  }

  it('says how to install the driver', async () => {
    const load = (): never => {
      throw Object.assign(new Error("Cannot find module 'pg'"), { code: 'MODULE_NOT_FOUND' });
    };
    const error = await rejected((async () => loadDriver(load))(), 'no_driver');
    expect(error.hint).to.equal('Run `npm i pg`.');
  });
});
