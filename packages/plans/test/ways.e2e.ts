import { HttpError } from '@rest-gen/router';
import { expect } from 'chai';
import { sql } from '../../model/src/index.ts';
import { ANN, type Archive, askOf, BOB, GUEST, openArchive } from '../../router/test/policies/archive.ts';
import { type Ask, WAYS } from '../../router/test/policies/paths.ts';
import { onExpress5, type Serve } from '../../router/test/serve.ts';
import { createPlans } from '../src/index.ts';

const TABLE = `create table plan_token (id text primary key, requester text not null, request text not null, digest text not null,
  generated json not null, answer text, expires_at datetime not null)`;
const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

onExpress5('a plan that is committed answers and writes as the request does', (serve) => {
  for (const [name, user] of Object.entries({ ANN, BOB, GUEST })) {
    for (const way of WAYS) {
      const { ask } = way;
      if (ask === undefined || way.name === 'an upload' || way.name === 'POST with a key, twice') continue;
      it(`${way.name}: ${name}`, async () => {
        const [direct, planned] = [await openCallable(serve), await openCallable(serve)];
        try {
          await sql.raw(TABLE).execute(planned.stored.kysely);
          const said: [string[], string[]] = [[], []];
          await ask(noting(askOf(direct, user), said[0]));
          await ask(noting(askPlans(planned, user), said[1]));
          expect(said[1]).to.deep.equal(said[0]).and.not.to.be.empty;
          expect(await rows(planned)).to.deep.equal(await rows(direct));
        } finally {
          await Promise.all([direct.stored.close(), planned.stored.close()]);
        }
      });
    }
  }
});

/** The archive, all classes of which are callable. */
async function openCallable(serve: Serve): Promise<Archive> {
  return openArchive((options, ...rest) => {
    const controllers = Object.entries(options.controllers ?? {}).map(([name, Class]) => {
      // Statics of a class are its own.
      return [
        name,
        Object.assign(class extends (Class as unknown as new () => object) {}, { ...Class, callable: true }),
      ];
    });
    return serve({ ...options, controllers: Object.fromEntries(controllers) }, ...rest);
  });
}

/** Writes are planned, and committed where there is a plan. */
function askPlans({ router }: Archive, { 'X-User': id }: Record<string, string>): Ask {
  const plans = createPlans(router);
  const user = id === undefined ? undefined : { id: Number(id) };
  return async (method, path, body, headers = {}) => {
    const given = Object.fromEntries(
      Object.entries(headers).filter(([name]) => !/^(?:idempotency-key|accept)$/i.test(name)),
    );
    const sent = typeof body === 'string' && /json/.test(given['Content-Type'] ?? '') ? JSON.parse(body) : body;
    if (!WRITES.has(method)) {
      const { status, body: content } = await router.request(method, path, { user, body, headers });
      return `${status} - ${typeof content === 'string' ? content : JSON.stringify(content ?? '')}`;
    }
    const made = await plans.plan({ method, url: path, body: sent, headers: given }, user);
    const answer = made.status === 200 ? await plans.commit(made.body.token, user).catch(problemOf) : made;
    return `${answer.status} - ${JSON.stringify(answer.body ?? '')}`;
  };
}

function problemOf(error: unknown): { status: number; body: unknown } {
  if (!(error instanceof HttpError)) throw error;
  return { status: error.status, body: { code: error.code, detail: error.detail } };
}

/** Note the status and the content of each answer, without what differs from one run to the next. */
function noting(ask: Ask, said: string[]): Ask {
  return async (...request) => {
    const answer = await ask(...request).catch((error) => `failed - ${String(error)}`);
    const [, status, content] = /^(\w+) (?:-|\{.*?\}) ?([\s\S]*)$/.exec(answer) ?? [answer, answer, ''];
    said.push(
      `${request[0]} ${request[1]}: ${status} ${(content === '""' ? '' : content).replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, 'time')}`,
    );
    return answer;
  };
}

async function rows({ stored }: Archive): Promise<unknown> {
  const names = ['document', 'folder', 'document_tag', 'remark', 'cover', 'secret'];
  return Promise.all(names.map((table) => sql.raw(`select * from ${table}`).execute(stored.kysely)));
}
