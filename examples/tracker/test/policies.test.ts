import type { Row } from '@rest-gen/model';
import { expect } from 'chai';
import { mayRead, mayWrite, needsUser, RECORDS, roleOf, shown, type Table, USERS, type UserId } from './members.ts';
import { type Answer, openTracker, type Tracker } from './open-tracker.ts';

const TABLES = Object.keys(RECORDS) as Table[];
/** The labels of an issue are written with it. */
const SERVED = TABLES.filter((table) => table !== 'issue_label');

/** Where the records of a table are served, and what is sent to change one. */
const RESOURCES: Readonly<
  Record<Exclude<Table, 'issue_label'>, { list: (row: Row) => string; patch?: Row; canDelete?: boolean }>
> = {
  organization: { list: () => '/organization', patch: { name: 'x' } },
  user: { list: () => '/user', patch: { name: 'x' } },
  membership: {
    list: ({ organization_id }) => `/organization/${organization_id}/membership`,
    patch: { role: 'guest' },
    canDelete: true,
  },
  project: { list: () => '/project', patch: { name: 'x' }, canDelete: true },
  issue: { list: () => '/issue', patch: { title: 'x' }, canDelete: true },
  comment: { list: () => '/comment', patch: { body: 'x' }, canDelete: true },
  label: { list: () => '/label' },
};

describe('policies of examples/tracker', function () {
  this.timeout(20_000);
  let tracker: Tracker;
  const tokens = new Map<UserId, Record<string, string>>();

  before(async () => {
    tracker = await openTracker(undefined, async (models) => {
      for (const table of TABLES) await models.model(table).addMany(RECORDS[table]);
    });
    for (const user of Object.values(USERS)) tokens.set(user, await tracker.tokenOf(user));
    original = await readAll();
    sessions = await tracker.models.model('token').select();
  });
  after(() => tracker.close());

  let original: Readonly<Record<string, Row[]>>;
  /** They go with their users. */
  let sessions: readonly Row[];

  /** All that is stored and not deleted, without the times of changes. */
  const readAll = async () =>
    Object.fromEntries(
      await Promise.all(
        TABLES.map(async (table) => [
          table,
          (await tracker.models.model(table).order('id').select())
            .filter(({ deleted_at }: Row) => !deleted_at)
            .map(({ updated_at: _, ...row }: Row) => row),
        ]),
      ),
    ) as Record<string, Row[]>;

  const restore = async () => {
    for (const table of ['audit', 'attachment', ...TABLES.toReversed()])
      await tracker.models
        .model(table)
        .where({ id: { gte: 1 } })
        .delete();
    for (const table of TABLES) await tracker.models.model(table).addMany(original[table] as Row[]);
    await tracker.models.model('token').addMany(sessions);
  };

  const send = (user: UserId, method: string, path: string, body?: unknown): Promise<Answer> =>
    tracker.send(method, path, body, tokens.get(user));

  /** Send a write; a refused one changes nothing, and others are undone. @returns what is stored after it */
  const write = async (
    user: UserId,
    method: string,
    path: string,
    body: unknown,
    expected: number,
  ): Promise<{ answer: Answer; stored: Record<string, Row[]> }> => {
    const answer = await send(user, method, path, body);
    if (answer.status < 300 !== expected < 300) await restore();
    const text = `${method} ${path} ${JSON.stringify(body)} by ${user}: ${JSON.stringify(answer.body)}`;
    expect(answer.status, text).to.equal(expected);
    if (expected === 403) expect(answer.body.code, text).to.equal('E_POLICY');
    if (expected === 401) expect(answer.headers.get('www-authenticate'), text).to.equal('Bearer');
    const stored = await readAll();
    if (expected < 300) await restore();
    else expect(stored, text).to.eql(original);
    return { answer, stored };
  };

  const visible = (user: UserId, table: Table): Row[] =>
    (original[table] as Row[]).filter((row) => mayRead(user, table, row)).map((row) => shown(user, table, row));
  const ids = (list: readonly Row[]): unknown[] => list.map(({ id }) => id);
  /** Rows as they are stored and answered differ in the time of the change only. */
  const plain = ({ updated_at: _, ...row }: Row): Row => row;

  for (const [name, user] of Object.entries(USERS)) {
    describe(name, () => {
      for (const table of SERVED) {
        const { list, patch, canDelete = false } = RESOURCES[table];
        const closed = needsUser(table) && user === undefined;

        it(`reads ${table}`, async () => {
          for (const row of RECORDS[table]) {
            const path = `${list(row)}/${row.id}`;
            const { status, body, statements } = await send(user, 'GET', path);
            const isVisible = mayRead(user, table, row);
            expect(status, path).to.equal(closed ? 401 : isVisible ? 200 : 404);
            if (isVisible) {
              expect(plain(body)).to.deep.include(shown(user, table, row));
              expect(statements.length, path).to.equal(1);
            }
            const all = await send(user, 'GET', list(row));
            const isNested = list(row).split('/').length > 2;
            const isListVisible = !isNested || isVisible;
            expect(all.status, list(row)).to.equal(closed ? 401 : isListVisible ? 200 : 404);
            if (closed || !isListVisible) continue;
            const expected = visible(user, table).filter((one) => list(one) === list(row));
            expect(all.body.map(plain)).to.eql(expected);
            // An empty list under a parent takes one more: whether there is such a parent.
            expect(all.statements.length).to.equal(isNested && expected.length === 0 ? 2 : 1);
            const query = await send(user, 'QUERY', list(row), { 'id[ne]': 1 });
            expect([query.status, ids(query.body ?? [])], JSON.stringify(query.body)).to.eql([
              200,
              ids(expected).filter((id) => id !== 1),
            ]);
          }
        });

        if (patch) {
          it(`changes ${table}`, async () => {
            for (const row of RECORDS[table]) {
              const path = `${list(row)}/${row.id}`;
              // Owners cannot demote themselves: the policy holds after the change, too.
              const demotes = table === 'membership' && row.user_id === user && row.role === 'owner';
              const isAllowed = mayWrite(user, 'update', table, row) && !demotes;
              const status = refusalOf(user, table, row) ?? (isAllowed ? 200 : 403);
              const { stored } = await write(user, 'PATCH', path, patch, status);
              if (status !== 200) continue;
              const found = stored[table]?.find(({ id }) => id === row.id);
              expect(found, path).to.deep.include({ id: row.id, ...patch });
            }
          });
        }

        if (canDelete) {
          it(`deletes ${table}`, async () => {
            for (const row of RECORDS[table]) {
              const isUsed = table === 'project' && RECORDS.issue.some(({ project_id }) => project_id === row.id);
              const isAllowed = mayWrite(user, 'delete', table, row);
              const status = refusalOf(user, table, row) ?? (isAllowed ? (isUsed ? 409 : 204) : 403);
              const { stored } = await write(user, 'DELETE', `${list(row)}/${row.id}`, undefined, status);
              if (status === 204) expect(ids(stored[table] ?? [])).not.to.include(row.id);
            }
          });
        }
      }

      it('replaces projects', async () => {
        for (const row of RECORDS.project) {
          // A record that is shown can be sent back, even if the organization is hidden.
          const isKnown = mayRead(user, 'organization', { id: row.organization_id }) || mayRead(user, 'project', row);
          const isAllowed = mayWrite(user, 'update', 'project', row);
          const status = user === undefined ? 401 : isKnown ? (isAllowed ? 200 : 403) : 422;
          const body = { organization_id: row.organization_id, name: 'x' };
          const { stored } = await write(user, 'PUT', `/project/${row.id}`, body, status);
          if (status !== 200) continue;
          const found = stored.project?.find(({ id }) => id === row.id);
          expect(found).to.deep.include({ ...body, is_public: false, description: null });
        }
      });

      it('reads related records, in one statement', async () => {
        const one = (table: Table, id: unknown) => visible(user, table).find((row) => row.id === id) ?? null;
        const many = (table: Table, key: string, id: unknown) => visible(user, table).filter((row) => row[key] === id);
        const issues = await send(user, 'GET', '/issue?include=project,reporter,comments.author,commentCount,labels');
        const expected = visible(user, 'issue').map((issue) => ({
          id: issue.id,
          project: one('project', issue.project_id),
          reporter: one('user', issue.reporter_id),
          authors: many('comment', 'issue_id', issue.id).map(({ author_id }) => one('user', author_id)),
          commentCount: many('comment', 'issue_id', issue.id).length,
          labels: ids(many('issue_label', 'issue_id', issue.id)).map(() => 1),
        }));
        const found = issues.body.map(({ id, project, reporter, comments, commentCount, labels }: Row) => ({
          ...{ id, project, reporter, commentCount, labels: ids(labels as Row[]) },
          authors: (comments as Row[]).map(({ author }) => author).reverse(),
        }));
        expect([found, issues.statements.length]).to.eql([expected, 1]);

        const projects = await send(user, 'GET', '/project?include=organization,issueCount&fields=id');
        expect([projects.body, projects.statements.length]).to.eql([
          visible(user, 'project').map(({ id, organization_id }) => ({
            id,
            organization: one('organization', organization_id),
            issueCount: many('issue', 'project_id', id).length,
          })),
          1,
        ]);
      });

      it('filters by what it sees', async () => {
        for (const { id, email } of RECORDS.user) {
          const { body } = await send(user, 'GET', `/issue?reporter.email=${email}`);
          const isSeen = visible(user, 'user').some((row) => row.id === id && row.email === email);
          const expected = visible(user, 'issue').filter(({ reporter_id }) => isSeen && reporter_id === id);
          expect(ids(body), `${email}`).to.eql(ids(expected));
        }
      });

      it('adds organizations, and owns them', async () => {
        const { stored } = await write(user, 'POST', '/organization', { name: 'x' }, user === undefined ? 401 : 201);
        if (user === undefined) return;
        expect(stored.membership?.at(-1)).to.deep.include({
          organization_id: stored.organization?.at(-1)?.id,
          user_id: user,
          role: 'owner',
        });
      });

      it('adds members and projects to organizations', async () => {
        for (const { id } of RECORDS.organization) {
          const role = roleOf(user, id);
          const isVisible = role !== undefined;
          const status = role === 'owner' ? 201 : 403;
          const path = `/organization/${id}/membership`;
          const membership = { user_id: USERS.newcomer, role: 'guest' };
          await write(user, 'POST', path, membership, user === undefined ? 401 : isVisible ? status : 404);
          const project = { organization_id: id, name: 'x' };
          await write(user, 'POST', '/project', project, user === undefined ? 401 : isVisible ? status : 422);
        }
      });

      it('adds issues to projects', async () => {
        for (const project of RECORDS.project) {
          const { id } = project;
          const isVisible = mayRead(user, 'project', project);
          const status = mayWrite(user, 'create', 'issue', { project_id: id }) ? 201 : 403;
          const nested = user === undefined ? 401 : isVisible ? status : 404;
          const { stored } = await write(user, 'POST', `/project/${id}/issue`, { title: 'x' }, nested);
          const number = RECORDS.issue.filter(({ project_id }) => project_id === id).length + 1;
          const added = { project_id: id, reporter_id: user, number };
          if (nested === 201) expect(stored.issue?.at(-1)).to.deep.include(added);
          const flat = user === undefined ? 401 : isVisible ? status : 422;
          await write(user, 'POST', '/issue', { project_id: id, title: 'x' }, flat);
        }
      });

      it('adds comments to issues', async () => {
        for (const { id: issue_id } of RECORDS.issue) {
          const isVisible = mayRead(user, 'issue', RECORDS.issue.find(({ id }) => id === issue_id) as Row);
          const isAllowed = mayWrite(user, 'create', 'comment', { issue_id });
          const status = user === undefined ? 401 : isVisible ? (isAllowed ? 201 : 403) : 404;
          const { stored } = await write(user, 'POST', `/issue/${issue_id}/comment`, { body: 'x' }, status);
          if (status === 201) expect(stored.comment?.at(-1)).to.deep.include({ issue_id, author_id: user, body: 'x' });
        }
      });

      it('sets the labels of issues, and archives them', async () => {
        for (const issue of RECORDS.issue) {
          const isAllowed = mayWrite(user, 'update', 'issue', issue);
          const status = refusalOf(user, 'issue', issue) ?? (isAllowed ? 200 : 403);
          const path = `/issue/${issue.id}`;
          const labeled = (await write(user, 'PATCH', path, { labels: [2] }, status)).stored;
          const archived = (await write(user, 'POST', `${path}/archive`, { reason: 'x' }, status)).stored;
          if (status !== 200) continue;
          const links = labeled.issue_label?.filter(({ issue_id }) => issue_id === issue.id);
          expect(links?.map(({ label_id }) => label_id)).to.eql([2]);
          expect(archived.issue?.find(({ id }) => id === issue.id)).to.include({ archive_reason: 'x' });
        }
      });

      it('adds lists of comments, all or none', async () => {
        for (const issue of RECORDS.issue) {
          const issues = [RECORDS.issue[1] as Row, issue];
          const isVisible = issues.every((one) => mayRead(user, 'issue', one));
          const isAllowed = issues.every(({ id }) => mayWrite(user, 'create', 'comment', { issue_id: id }));
          const status = user === undefined ? 401 : isVisible ? (isAllowed ? 201 : 403) : 422;
          const body = issues.map(({ id }) => ({ issue_id: id, body: 'x' }));
          const { stored } = await write(user, 'POST', '/comment', body, status);
          if (status === 201) expect(stored.comment).to.have.length(RECORDS.comment.length + 2);
        }
      });
    });
  }

  /** Why a user cannot write a record at all: nobody is asked to sign in, and what is hidden does not exist. */
  function refusalOf(user: UserId, table: Table, row: Row): number | undefined {
    if (user === undefined) return 401;
    return mayRead(user, table, row) ? undefined : 404;
  }
});
