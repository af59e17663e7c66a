import { expect } from 'chai';
import { sql } from '../../../model/src/index.ts';
import { ANN, type Archive, askOf, BOB, GUEST, openArchive } from '../policies/archive.ts';
import { type Ask, WAYS } from '../policies/paths.ts';
import { onExpress5 } from '../serve.ts';

/** The same requests without HTTP; the user is given, and not read from a header field. */
function askRouter({ router }: Archive, { 'X-User': id }: Record<string, string>, dryRun = false): Ask {
  return async (method, path, body, headers = {}) => {
    const user = id === undefined ? undefined : { id: Number(id) };
    const sent = { user, body, headers, dryRun };
    const { status, headers: fields, body: content } = await router.request(method, path, sent);
    const { date: _, connection: __, 'transfer-encoding': ___, ...others } = fields;
    return `${status} ${JSON.stringify(others)} ${show(content)}`;
  };
}

function show(content: unknown): string {
  if (content === undefined) return '';
  return typeof content === 'string' || Buffer.isBuffer(content) ? String(content) : JSON.stringify(content);
}

onExpress5('router.request gives the answers of HTTP', (serve) => {
  for (const [name, user] of Object.entries({ ANN, BOB, GUEST })) {
    for (const way of WAYS) {
      const { ask } = way;
      if (ask === undefined) continue;
      it(`${way.name}: ${name}`, async () => {
        const [http, inside] = [await openArchive(serve), await openArchive(serve)];
        http.app.disable('x-powered-by');
        try {
          const [expected, given] = [await ask(askOf(http, user)), await ask(askRouter(inside, user))];
          expect(plain(given)).to.deep.equal(plain(expected));
        } finally {
          await Promise.all([http.stored.close(), inside.stored.close()]);
        }
      });
    }
  }
});

onExpress5('a dry run answers as the request does, and stores nothing', (serve) => {
  for (const [name, user] of Object.entries({ ANN, BOB, GUEST })) {
    for (const way of WAYS) {
      const { ask } = way;
      if (ask === undefined || way.name === 'an upload') continue;
      it(`${way.name}: ${name}`, async () => {
        const archive = await openArchive(serve);
        archive.app.disable('x-powered-by');
        const [tried, run] = [askRouter(archive, user, true), askOf(archive, user)];
        const answers: (readonly [dry: string, real: string])[] = [];
        const before: unknown[] = [];
        const after: unknown[] = [];
        try {
          // What `ask` throws is caught: compared at the end.
          await ask(async (...request) => {
            before.push(await dump(archive.stored));
            const answer = await tried(...request).catch(String);
            const rows = await dump(archive.stored);
            const real = await run(...request);
            after.push(rows);
            answers.push([answer, real]);
            return real;
          });
          expect(after).to.deep.equal(before).and.not.to.be.empty;
          expect(plain(answers.map(([answer]) => answer))).to.deep.equal(plain(answers.map(([, real]) => real)));
        } finally {
          await archive.stored.close();
        }
      });
    }
  }
});

async function dump(stored: Archive['stored']): Promise<unknown> {
  const names = ['document', 'folder', 'document_tag', 'remark', 'draft', 'cover', 'secret', 'idempotency_key'];
  return Promise.all(names.map((table) => sql.raw(`select * from ${table}`).execute(stored.kysely)));
}

/** Without what differs from one run to the next. */
function plain(answers: unknown): unknown {
  return JSON.parse(JSON.stringify(answers).replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, 'time'));
}
