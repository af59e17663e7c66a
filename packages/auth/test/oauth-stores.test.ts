import { expect } from 'chai';
import { makeDatabase as makeMysql } from '../../../test/stores/mysql/database.ts';
import { createDatabase as makePostgres } from '../../../test/stores/postgres/database.ts';
import { requireServer } from '../../../test/stores/servers.ts';
import type { OAuth2Provider } from '../src/index.ts';
import { openOAuth, providersOf } from './oauth-service.ts';

const servers = [
  ['PostgreSQL', await requireServer('postgres'), makePostgres],
  ['MariaDB', await requireServer('mysql'), makeMysql],
] as const;

for (const [name, server, make] of servers) {
  if (server === undefined) continue;
  it(`adds one user for sign-ins with providers at the same moment on ${name}`, async () => {
    const database = await make(server);
    // All know who the user is before one of them asks the database.
    let missing = 4;
    let goOn = () => {};
    const all = new Promise<void>((resolve) => (goOn = resolve));
    const one = await openOAuth({
      store: database.url,
      more(issuer) {
        const { plain } = providersOf(issuer) as { plain: OAuth2Provider };
        const together: OAuth2Provider = {
          ...plain,
          async readProfile(get) {
            const profile = await plain.readProfile(get);
            missing -= 1;
            if (missing === 0) goOn();
            await all;
            return profile;
          },
        };
        return { first: together, second: together };
      },
    });
    one.provider.users.set('once', { email: 'once@example.com', email_verified: true });
    // The same identity, and another one with the same address.
    const signIns = ['first', 'second', 'first', 'first'].map((kind) => one.visitor().signIn(`/oauth/${kind}`, 'once'));
    const answers = await Promise.all(signIns);
    expect(answers.map(({ status }) => status)).to.eql([303, 303, 303, 303]);
    const { models } = one.service;
    expect(await models.model('user').count()).to.equal(1);
    expect(await models.model('identity').count()).to.equal(2);
    expect(await models.model('token').where({ kind: 'session' }).count()).to.equal(4);
    await one.close();
    await database.drop();
  });
}
