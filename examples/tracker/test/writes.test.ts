import { readdir } from 'node:fs/promises';
import type { Row } from '@rest-gen/model';
import { expect } from 'chai';
import { openTracker, type Tracker } from './open-tracker.ts';

/** Ada owns the first organization, Grace is a member of both. */
const [ADA, GRACE] = [1, 5];

describe('writes of examples/tracker', () => {
  let tracker: Tracker;
  before(async () => {
    tracker = await openTracker(GRACE);
  });
  after(() => tracker.close());

  const asAda = () => tracker.tokenOf(ADA);
  const auditOf = async (id: number): Promise<Row[]> =>
    (await tracker.get(`/issue/${id}/audit?include=user&sort=id`)).body;

  it('adds an issue with its labels and a first comment, or nothing', async () => {
    const issue = { title: 'It leaks', labels: [1, 4], comments: [{ body: 'Since Monday.' }] };
    const { status, body } = await tracker.send('POST', '/project/1/issue?include=labels,comments.author', issue);
    expect(status).to.equal(201);
    const shown = (await tracker.get(`/issue/${body.id}?include=labels,comments.author`)).body;
    expect(shown.labels.map(({ id }: Row) => id)).to.eql([1, 4]);
    expect(shown.comments).to.have.length(1);
    expect(shown.comments[0]).to.deep.include({ body: 'Since Monday.', issue_id: body.id, author_id: GRACE });

    const count = () => tracker.models.model('issue').count();
    const before = await count();
    const refused = await tracker.send('POST', '/project/1/issue', {
      ...issue,
      comments: [{ body: 'a' }, { body: '' }],
    });
    expect([refused.status, refused.body.errors[0].pointer]).to.eql([422, '/comments/1/body']);
    const unknown = await tracker.send('POST', '/project/1/issue', { ...issue, labels: [1, 99] });
    expect([unknown.status, unknown.body.errors[0].pointer]).to.eql([422, '/labels/1']);
    expect(await count()).to.equal(before);
  });

  it('archives an issue', async () => {
    const { status, body } = await tracker.send('POST', '/issue/1/archive', { reason: 'No longer seen' });
    expect([status, body.archive_reason]).to.eql([200, 'No longer seen']);
    expect(Date.parse(body.archived_at)).to.be.greaterThan(0);
  });

  it('keeps an issue in its project', async () => {
    const { status, body } = await tracker.send('PATCH', '/issue/1', { project_id: 2 });
    expect([status, body.errors[0].pointer]).to.eql([422, '/project_id']);
  });

  it('deletes an issue, and restores it', async () => {
    expect((await tracker.send('DELETE', '/issue/6')).status).to.equal(403);
    expect((await tracker.send('DELETE', '/issue/6', undefined, await asAda())).status).to.equal(204);
    expect((await tracker.get('/issue/6')).status).to.equal(404);
    // Its number is not given again.
    const added = await tracker.send('POST', '/project/1/issue', { title: 'The next one' });
    expect(added.body.number).to.equal(await tracker.models.model('issue').where({ project_id: 1 }).count());
    const deleted = await tracker.get('/issue?deleted=true&fields=id', await asAda());
    expect(deleted.body).to.eql([{ id: 6 }]);
    expect((await tracker.send('POST', '/issue/6/restore', undefined, await asAda())).status).to.equal(200);
    expect((await tracker.get('/issue/6')).status).to.equal(200);
  });

  it('changes many issues at once', async () => {
    const path = '/project/2/issue?status=open';
    const open = (await tracker.getAll(`${path}&pageSize=100`)).flatMap(({ body }) => body);
    const limit = { Prefer: `max-affected=${open.length - 1}` };
    expect((await tracker.send('PATCH', path, { priority: 4 }, limit)).status).to.equal(409);
    const enough = { Prefer: `max-affected=${open.length}` };
    const { status, headers } = await tracker.send('PATCH', path, { priority: 4 }, enough);
    expect([status, headers.get('preference-applied')]).to.eql([200, enough.Prefer]);
    const changed = (await tracker.getAll(`${path}&pageSize=100`)).flatMap(({ body }) => body);
    expect(changed.map(({ priority }) => priority)).to.eql(open.map(() => 4));
    expect((await auditOf(open[0].id)).at(-1)).to.deep.include({ action: 'update', table: 'issue' });
  });

  it('attaches a file, sends it, and removes it', async () => {
    const attach = (content: string, issue = 1) => {
      const form = new FormData();
      form.append('file', new Blob([content], { type: 'text/plain' }), 'notes ü.txt');
      return tracker.upload(`/issue/${issue}/attachment`, form);
    };
    const uploads = () => readdir(process.env.UPLOADS as string);
    const before = await uploads();
    const { status, body } = await attach('0123456789');
    expect(status).to.equal(201);
    expect(body).to.include({ issue_id: 1, uploader_id: GRACE, name: 'notes ü.txt', type: 'text/plain', size: 10 });
    expect(body).not.to.have.property('path');
    const [stored] = (await uploads()).filter((name) => !before.includes(name));
    const part = await tracker.send('GET', `/attachment/${body.id}/file`, undefined, { Range: 'bytes=2-4' });
    expect([part.status, part.text]).to.eql([206, '234']);
    expect(part.headers.get('content-disposition')).to.equal(
      `inline; filename="notes _.txt"; filename*=UTF-8''notes%20%C3%BC.txt`,
    );
    // Too large, not for this user, under an issue that does not exist.
    expect((await attach('x'.repeat(10_000_001))).status).to.equal(413);
    expect((await attach('x', 999)).status).to.equal(404);
    expect(await uploads()).to.eql([...before, stored]);
    // Niklaus is no member, but this project is public.
    const stranger = await tracker.tokenOf(10);
    expect((await tracker.get(`/attachment/${body.id}/file`, stranger)).status).to.equal(200);
    await tracker.models.model('project').byId(1).update({ is_public: false });
    expect((await tracker.get(`/attachment/${body.id}/file`, stranger)).status).to.equal(404);
    expect((await tracker.send('DELETE', `/issue/1/attachment/${body.id}`)).status).to.equal(204);
    expect(await uploads()).to.eql(before);
    await tracker.models.model('project').byId(1).update({ is_public: true });
  });

  it('keeps what was written, by whom, as it was and as it became', async () => {
    const issue = { title: 'Audited', comments: [{ body: 'First.' }] };
    const { id } = (await tracker.send('POST', '/project/1/issue', issue)).body;
    await tracker.send('PATCH', `/issue/${id}`, { status: 'doing' }, await asAda());
    // Nothing of a write that is refused.
    await tracker.send('POST', '/project/1/issue', { title: '' });
    const [comment, added, changed, ...others] = await auditOf(id);
    expect(others).to.eql([]);
    expect(added).to.deep.include({ table: 'issue', action: 'create', record_id: id, user_id: GRACE, before: null });
    expect(comment).to.deep.include({ table: 'comment', action: 'create', user_id: GRACE });
    expect(changed).to.deep.include({ table: 'issue', action: 'update', user_id: ADA });
    expect([changed?.before, changed?.after].map((row) => (row as Row).status)).to.eql(['open', 'doing']);
    expect(changed?.user).to.include({ name: 'Ada' });
    await tracker.send('PATCH', `/issue/${id}`, { labels: [2] });
    const links = (await auditOf(id)).filter(({ table }) => table === 'issue_label');
    expect(links.map(({ action, after, user_id }) => [action, (after as Row).label_id, user_id])).to.eql([
      ['create', 2, GRACE],
    ]);
    // Frances is a guest of the organization, Niklaus does not belong to it.
    for (const user of [4, 10])
      expect((await tracker.get(`/issue/${id}/audit`, await tracker.tokenOf(user))).body).to.eql([]);
  });
});
