import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Id } from '@rest-gen/model';
import type { ControllerClass, Policy, Row } from '@rest-gen/router';
import { expect } from 'chai';
import tsBlankSpace from 'ts-blank-space';
import { readPrograms } from '../../../test/programs/read-programs.ts';
import { ROOT } from '../../../test/workspace.ts';
import { keepQuiet } from '../../router/test/serve.ts';
import password from './fixtures/project/src/controller/password.ts';
import session from './fixtures/project/src/controller/session.ts';
import passwordLogic from './fixtures/project/src/logic/password.ts';
import sessionLogic from './fixtures/project/src/logic/session.ts';
import token from './fixtures/project/src/policy/token.ts';
import { openService, PASSWORD, PROJECT, type Service } from './open-service.ts';

const PAGE = 'docs/authentication.md';

describe('invitations, as the page says', () => {
  keepQuiet();
  let folder: string;
  let service: Service;
  const tokens: Record<string, string> = {};

  before(async () => {
    const cache = join(ROOT, 'packages/auth/node_modules/.cache');
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, 'invitations-'));
    service = await openService({
      project: {
        rules: [
          ['/user/:id?', 'rest'],
          ['/session', 'rest'],
          ['/password', 'rest'],
        ],
        controllers: { user: await load<ControllerClass>('controller'), password, session },
        logics: { user: await load('logic'), password: passwordLogic, session: sessionLogic },
        policies: { user: await load<Policy>('policy'), token },
        // In place of a column `admin`.
        user: ({ user }) => user && { ...user, admin: (user as Row).email === 'ann@example.com' },
      },
    });
    await service.models.kysely.schema
      .createTable('idempotency_key')
      .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('fingerprint', 'varchar(64)')
      .addColumn('status', 'integer')
      .addColumn('headers', 'json')
      .addColumn('body', 'text')
      .addColumn('locked_until', 'datetime')
      .addColumn('created_at', 'datetime')
      .execute();
    for (const name of ['ann', 'bob']) {
      const { id } = (await service.models.model('user').insert({ email: `${name}@example.com` })).row;
      tokens[name] = (await service.auth.createSession(id as Id)).token;
    }
  });
  after(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  /** A program of the page. */
  async function load<Default>(name: string): Promise<Default> {
    const text = readPrograms(PAGE).find((program) => program.text.startsWith(`// src/${name}/user.ts`))?.text ?? '';
    const file = join(folder, `${name}.mjs`);
    const source = pathToFileURL(`${PROJECT}src/`).href;
    const own = text.replace('../auth.js', `${source}auth.ts`).replace('./rest.js', `${source}controller/rest.ts`);
    writeFileSync(file, tsBlankSpace(own));
    return (await import(pathToFileURL(file).href)).default;
  }

  const invite = (email: string, by?: string) => {
    const request = service.agent.post('/user').send({ email, name: 'Cat' });
    return by === undefined ? request : request.set('Authorization', `Bearer ${tokens[by]}`);
  };

  it('lets only an admin add users', async () => {
    await invite('dan@example.com').expect(401);
    await invite('dan@example.com', 'bob').expect(403);
    await invite('Bob@example.com', 'ann').expect(409);
  });

  it('mails a token that sets the first password and verifies the address', async () => {
    const { agent, mail } = service;
    const { body } = await invite('Cat@example.com', 'ann').set('Idempotency-Key', randomUUID()).expect(201);
    expect(body).to.include({ email: 'cat@example.com', name: 'Cat', verified_at: null });
    const { kind, to, token: mailed } = await mail();
    expect({ kind, to }).to.eql({ kind: 'reset', to: 'cat@example.com' });
    await agent.put('/password').send({ token: mailed, password: PASSWORD }).expect(204);
    const signedIn = await agent.post('/session').send({ email: 'cat@example.com', password: PASSWORD }).expect(201);
    expect(signedIn.body.user.verified_at).to.be.a('string');
  });
});
