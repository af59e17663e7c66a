import type { Query, Repository, Row } from '@rest-gen/model/core';
import { expect } from 'chai';

export function idsOf(rows: Row[]): unknown[] {
  return rows.map(({ id }) => id);
}

/** The rows come in this order, and a page after each row has the ones that follow it. */
export async function expectPages(
  repository: Repository,
  orderBy: NonNullable<Query['orderBy']>,
  ids: number[],
): Promise<void> {
  expect(idsOf(await repository.findMany({ orderBy }))).to.deep.equal(ids);
  const fields = orderBy.map(([field]) => field);
  const places = await repository.findMany({ orderBy, fields });
  for (const [index, place] of places.entries()) {
    const after = fields.map((field) => place[field]);
    expect(idsOf(await repository.findMany({ orderBy, after, limit: 2 }))).to.deep.equal(
      ids.slice(index + 1, index + 3),
    );
  }
}
