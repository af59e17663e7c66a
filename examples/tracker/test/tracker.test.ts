import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Row } from '@rest-gen/model';
import { expect } from 'chai';
import { openTracker, TRACKER, type Tracker } from './open-tracker.ts';

/** The base class of `rest-gen new`, and the files of `rest-gen auth`. */
const BASE = `${TRACKER}../blog/src/`;
const AUTH = `${TRACKER}../../packages/auth/test/fixtures/project/src/`;
/** `rest-gen new` writes it into the base class. */
const IDEMPOTENT = "  static idempotent: boolean | 'required' = true;";
/** Grace belongs to both organizations, and owns none: she sees all records, and no email but her own. */
const GRACE = 5;

describe('examples/tracker', () => {
  let tracker: Tracker;
  /** All rows by table, as they are stored. */
  let stored: Readonly<Record<'issue' | 'comment' | 'user' | 'project' | 'label' | 'issue_label', Row[]>>;

  before(async () => {
    tracker = await openTracker(GRACE);
    const read = (table: string) => tracker.models.model(table).order('id').select();
    stored = {
      issue: await read('issue'),
      comment: await read('comment'),
      user: await read('user'),
      project: await read('project'),
      label: await read('label'),
      issue_label: await read('issue_label'),
    };
  });
  after(() => tracker.close());

  const find = (table: keyof typeof stored, id: unknown): Row => stored[table].find((row) => row.id === id) ?? {};
  const labelsOf = (issue: Row): Row[] =>
    stored.issue_label.filter(({ issue_id }) => issue_id === issue.id).map(({ label_id }) => find('label', label_id));
  const commentsOf = (issue: Row): Row[] => stored.comment.filter(({ issue_id }) => issue_id === issue.id);
  /** A user as Grace sees it. */
  const shown = ({ id, name, email }: Row): Row => ({ id, name, email: id === GRACE ? email : null });

  it('reads issues with their reporter, labels and comments in one statement', async () => {
    const { status, body, statements } = await tracker.get('/issue?include=reporter,labels,comments.author');
    expect([status, statements.length]).to.eql([200, 1]);
    expect(body).to.have.length(20);
    for (const [index, { comments_next, ...issue }] of body.entries()) {
      const row = stored.issue[index] as Row;
      const comments = commentsOf(row).reverse();
      expect(issue).to.eql({
        ...row,
        reporter: shown(find('user', row.reporter_id)),
        labels: labelsOf(row).sort((a, b) => Number(a.id) - Number(b.id)),
        comments: comments.slice(0, 20).map((one) => ({ ...one, author: shown(find('user', one.author_id)) })),
      });
      expect(comments_next !== undefined, 'comments_next').to.equal(comments.length > 20);
    }
  });

  it('follows comments_next to the last comment', async () => {
    const { body: issue } = await tracker.get('/issue/1?include=comments.author');
    const pages = await tracker.getAll(issue.comments_next);
    const rest = pages.flatMap(({ body }) => body);
    const found = [...issue.comments, ...rest];
    const expected = commentsOf(issue).reverse();
    expect(found.map(({ id }) => id)).to.eql(expected.map(({ id }) => id));
    expect(found).to.eql(expected.map((one) => ({ ...one, author: shown(find('user', one.author_id)) })));
    expect(pages.map(({ statements }) => statements.length)).to.eql(pages.map(() => 1));
  });

  describe('filters issues', () => {
    const isSlow = ({ title, body }: Row) => /slow/i.test(`${title} ${body}`);
    const rows: readonly (readonly [query: string, matches: (issue: Row) => boolean])[] = [
      ['labels.name=bug', (issue) => labelsOf(issue).some(({ name }) => name === 'bug')],
      ['labels.id[in]=1,2', (issue) => labelsOf(issue).some(({ id }) => id === 1 || id === 2)],
      // Both hold for the same label.
      ['labels.name=bug&labels.color=%230075ca', () => false],
      ['assignee.name=Grace', (issue) => find('user', issue.assignee_id).name === 'Grace'],
      [
        'comments.author.name=Ada',
        (issue) => commentsOf(issue).some(({ author_id }) => find('user', author_id).name === 'Ada'),
      ],
      ['commentCount[gte]=45', (issue) => commentsOf(issue).length >= 45],
      ['title[contains]=SLOW', ({ title }) => String(title).endsWith('is slow')],
      ['q=slow+ada', (issue) => isSlow(issue) && /ada/i.test(`${issue.title} ${issue.body}`)],
      [
        'q=slow&labels.name=bug&status=open',
        (issue) => isSlow(issue) && issue.status === 'open' && labelsOf(issue).some(({ name }) => name === 'bug'),
      ],
    ];
    for (const [query, matches] of rows) {
      it(query, async () => {
        const pages = await tracker.getAll(`/issue?${query}&fields=id&pageSize=100`);
        const ids = pages.flatMap(({ body }) => body.map(({ id }: Row) => id));
        expect(ids).to.eql(stored.issue.filter(matches).map(({ id }) => id));
        expect(pages.every(({ statements }) => statements.length === 1)).to.equal(true);
      });
    }

    it('by no field that the user may not read', async () => {
      const count = async (name: string) =>
        (await tracker.get(`/issue?reporter.email=${name}@example.com`)).body.length;
      expect([await count('ada'), await count('grace')]).to.eql([0, 20]);
      for (const name of ['password', 'verified_at'])
        expect((await tracker.get(`/issue?reporter.${name}[ne]=x`)).status, name).to.equal(400);
    });
  });

  it('sorts by a related field and a count, page by page to the end', async () => {
    const path = '/issue?sort=project.name,-commentCount&include=project,commentCount&pageSize=37';
    const pages = await tracker.getAll(path);
    const found = pages.flatMap(({ body }) => body);
    const order = (issue: Row) => [find('project', issue.project_id).name as string, commentsOf(issue).length] as const;
    const sorted = stored.issue.toSorted((a, b) => {
      const [[name, count], [otherName, otherCount]] = [order(a), order(b)];
      return name === otherName ? otherCount - count || Number(b.id) - Number(a.id) : name < otherName ? -1 : 1;
    });
    expect(found.map(({ id }) => id)).to.eql(sorted.map(({ id }) => id));
    expect(found.map(({ project, commentCount }) => [project.name, commentCount])).to.eql(sorted.map(order));
    expect(pages.map(({ statements }) => statements.length)).to.eql(pages.map(() => 1));
  });

  it('counts the open issues of a project', async () => {
    const { body } = await tracker.get('/project/2?include=openIssueCount,issueCount,organization');
    const issues = stored.issue.filter(({ project_id }) => project_id === 2);
    expect(body).to.deep.include({
      issueCount: issues.length,
      openIssueCount: issues.filter(({ status }) => status !== 'done').length,
      organization: { id: 1, name: 'Analytical' },
    });
  });

  it('serves issues under their project, and comments under their issue', async () => {
    const { body } = await tracker.get('/project/2/issue');
    expect(new Set(body.map(({ project_id }: Row) => project_id))).to.eql(new Set([2]));
    expect((await tracker.get('/issue/1/comment?include=author')).body[0].author).to.have.keys('id', 'name', 'email');
    // Issue 1 belongs to project 1; there is no project and no issue 999.
    for (const path of ['/project/2/issue/1', '/project/999/issue', '/issue/999/comment']) {
      expect((await tracker.get(path)).status, path).to.equal(404);
    }
  });

  it('refuses more records than an answer may have, and names a page size that fits', async () => {
    const path = '/issue?include=labels,comments.author';
    const { status, body, statements } = await tracker.get(`${path}&pageSize=100`);
    expect([status, body.code, statements.length]).to.eql([400, 'E_BUDGET', 0]);
    const [, size] = /pageSize=(\d{1,3})\.$/.exec(body.detail) ?? [];
    expect((await tracker.get(`${path}&pageSize=${size}`)).body).to.have.length(Number(size));
  });

  it('answers the request of README.md', async () => {
    const readme = readFileSync(`${TRACKER}../../README.md`, 'utf8');
    const [path = ''] =
      readme
        .split('localhost:3000')
        .find((text) => text.startsWith('/issue?'))
        ?.split("'") ?? [];
    const { status, body, statements } = await tracker.get(path);
    expect([status, statements.length]).to.eql([200, 1]);
    expect(body).not.to.be.empty;
  });

  it('has about 350 lines of code, as README.md counts them', () => {
    const files = readdirSync(`${TRACKER}src`, { recursive: true, encoding: 'utf8' });
    const codeOf = (path: string) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(?:$|\/\/|\/\*\*|\*)/.test(line));
    const lines = files.flatMap((file) => {
      if (!file.endsWith('.ts') || file === 'tables.d.ts') return [];
      const code = codeOf(`${TRACKER}src/${file}`);
      const generated = (file === 'controller/rest.ts' ? BASE : AUTH) + file;
      if (!existsSync(generated)) return code;
      const lines = new Set(codeOf(generated).map((line) => line.replace(".ts';", ".js';"))).add(IDEMPOTENT);
      return code.filter((line) => !lines.has(line));
    });
    expect(lines.length).to.be.within(335, 365);
  });

  describe('a token', () => {
    const get = (token: string) => tracker.get('/user/5', { Authorization: `bearer ${token}` });
    /** The session that was begun last, as its user sees it. */
    const newest = async (): Promise<{ id: number }> => ({
      id: (await tracker.get('/token?sort=-id&pageSize=1')).body[0].id,
    });
    const tokens: readonly (readonly [title: string, token: () => Promise<string>])[] = [
      ['is refused when it is none', async () => 'x'],
      [
        'is refused when it was changed',
        async () => `${(await tracker.auth.createSession(GRACE)).token.slice(0, -4)}AAAA`,
      ],
      [
        'is refused when its session was ended',
        async () => {
          const { token } = await tracker.auth.createSession(GRACE);
          const { id } = await newest();
          expect((await tracker.send('DELETE', `/token/${id}`)).status).to.equal(204);
          return token;
        },
      ],
      [
        'is refused when its time is over',
        async () => {
          const { token } = await tracker.auth.createSession(GRACE);
          await tracker.models
            .model('token')
            .where(await newest())
            .update({ expires_at: new Date() });
          return token;
        },
      ],
    ];
    for (const [title, make] of tokens) {
      it(title, async () => {
        const { status, headers, body } = await get(await make());
        expect([status, headers.get('www-authenticate')]).to.eql([401, 'Bearer error="invalid_token"']);
        expect(body).to.deep.include({ status: 401, code: 'E_TOKEN' });
      });
    }

    it('shows who is signed in', async () => {
      const { token } = await tracker.auth.createSession(GRACE);
      expect((await get(token)).body.email).to.equal('grace@example.com');
    });
  });

  describe('when it is written', () => {
    it('gives an issue another ETag when one of its comments changes', async () => {
      const path = '/issue/2?include=comments';
      const before = (await tracker.get(path)).headers.get('etag') as string;
      const { status } = await tracker.send('POST', '/issue/2/comment', { body: 'Seen again.' });
      expect(status).to.equal(201);
      expect((await tracker.get('/issue/3?include=comments', { 'If-None-Match': before })).status).to.equal(200);
      const { status: changed, headers } = await tracker.get(path, { 'If-None-Match': before });
      const after = headers.get('etag') as string;
      expect([changed, after === before]).to.eql([200, false]);
      expect((await tracker.get(path, { 'If-None-Match': after })).status).to.equal(304);
      // The comment did not change the issue, so a client that read the issue earlier can still update it.
      const patched = await tracker.send('PATCH', '/issue/2', { priority: 1 }, { 'If-Match': before });
      expect(patched.status).to.equal(200);
    });

    it('numbers the issues of a project', async () => {
      const { status, headers, body } = await tracker.send('POST', '/project/5/issue', { title: 'Another one' });
      expect([status, headers.get('location')]).to.eql([201, `/project/5/issue/${body.id}`]);
      expect(body).to.include({ project_id: 5, reporter_id: GRACE, number: 61, status: 'open', priority: 3 });
    });
  });
});
