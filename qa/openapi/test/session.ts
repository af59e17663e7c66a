import { expect } from 'chai';
import type { Client, Problem, Reply } from '../clients/client.ts';

/** Create, 422, list, page, include, PATCH with `If-Match`, DELETE: what an application does with a resource. */
export async function runSession(client: Client): Promise<void> {
  // Of this session, so that the lists have no other records.
  const mark = `Session ${++sessions}`;
  const titles = ['one', 'two, three', 'four'].map((title) => `${mark} ${title.replace(',', '')}`);
  const ids: number[] = [];
  for (const title of titles) ids.push(recordOf(await client.create({ project_id: 1, title, priority: 4 }), 201).id);

  const wrong = await client.create({ project_id: 1, title: '', priority: 9 });
  expect(problemOf(wrong, 422).errors?.map(({ pointer }) => pointer)).to.eql(['/title', '/priority']);

  const first = await client.list(1, titles);
  expect(recordOf(first, 200).map(({ title }) => title)).to.eql([titles[2], titles[1]]);
  expect(first.header('x-total-count')).to.equal('3');
  expect(first.header('link')).to.contain('rel="next"');
  const second = await client.list(2, titles);
  expect(recordOf(second, 200).map(({ id }) => id)).to.eql([ids[0]]);
  expect(second.header('link')).to.not.contain('rel="next"');

  const commented = recordOf(await client.read(1), 200);
  expect(commented.project?.name).to.be.a('string');
  expect(commented.comments?.[0]?.author?.name).to.be.a('string');

  const [id = 0] = ids;
  const read = await client.read(id);
  expect(recordOf(read, 200)).to.deep.include({ id, title: titles[0], assignee_id: null, comments: [] });
  const created = recordOf(await client.update(id, { title: `${mark} five` }, '*'), 200);
  expect(created).to.include({ id, title: `${mark} five`, priority: 4 });
  const stale = await client.update(id, { title: `${mark} six` }, read.header('etag') ?? '');
  expect(problemOf(stale, 412).code).to.equal('E_PRECONDITION_FAILED');

  expect((await client.remove(id)).status).to.equal(204);
  expect(problemOf(await client.read(id), 404).code).to.equal('E_NOT_FOUND');
}

// --- internal ---

let sessions = 0;

function recordOf<T>({ status, body }: Reply<T>, expected: number): T {
  expect(status, JSON.stringify(body)).to.equal(expected);
  return body as T;
}

function problemOf({ status, body }: Reply<unknown>, expected: number): Problem {
  expect(status, JSON.stringify(body)).to.equal(expected);
  return body as Problem;
}
