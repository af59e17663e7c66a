import fc from 'fast-check';
import type { Any, Request, Stored } from './naive-board.ts';

/** A request whose ids are places in the lists of what is stored. */
export type Step = (stored: Stored) => Request;

/** Names that are few, so that they are taken often; some make a hook throw. */
const title = fc.constantFrom('a', 'B', 'c', 'D', 'e', 'f', 'g', 'h', 'i', 'j', 'K', 'l', 'm', 'Keep', 'Stop');
const text = fc.constantFrom('x', 'y', 'z', 'u', 'v', 'w', 'p', 'q', 'r', 's', 't');
const wrong = fc.constantFrom<Any>({}, [[]], 'longer than ten characters', 1.5, -1);
const data = fc.constantFrom<Any>(null, { a: 1 }, { a: null, b: { c: 1 } }, { b: { c: null, d: [1] } }, {});

/** The request that each sequence begins with. */
export const FIRST: Request = {
  ruled: false,
  user: 1,
  method: 'POST',
  table: 'issue',
  body: [
    { project_id: 1, title: 'one', owner_id: 1, priority: 2, labels: [1, 3, 4], comments: [{ text: 'on one' }] },
    { project_id: 1, title: 'two', owner_id: 1, priority: 4, secret: true, data: { a: 1 } },
    { project_id: 2, title: 'three', owner_id: 2, priority: 3, labels: [3, 4] },
    { project_id: 2, title: 'four', owner_id: 2, priority: 1, secret: true, labels: [2] },
  ],
};

/** A value that is right in most cases. */
function mostly(right: fc.Arbitrary<Any>): fc.Arbitrary<Any> {
  return fc.oneof({ weight: 150, arbitrary: right }, { weight: 1, arbitrary: wrong });
}

const place = fc.nat({ max: 7 });
const labels = fc.array(fc.constantFrom<Any>(1, 2, 3, 4, { id: 1, name: 'a' }, 2, 77, 'x'), { maxLength: 3 });
const goodLabels = fc.array(fc.constantFrom<Any>(1, 2, { id: 1, name: 'a' }, 2, 3, 4), { maxLength: 3 });

const comment = fc.record(
  { text: mostly(text), stars: mostly(fc.constantFrom(0, 1, 1, 2, 3, null, 5)), extra: fc.constant(1) },
  { requiredKeys: [] },
);
const goodComment = fc.record({ text: mostly(text), stars: fc.constantFrom(1, 2, 3) }, { requiredKeys: ['text'] });
const anyComment = fc.oneof({ weight: 20, arbitrary: goodComment }, { weight: 1, arbitrary: comment });

const changes = {
  title: mostly(title),
  note: mostly(fc.constantFrom('n', null)),
  priority: mostly(fc.constantFrom(0, 1, 2, 3, 4, 5, 9)),
  secret: mostly(fc.boolean()),
  data: fc.oneof({ weight: 20, arbitrary: data }, { weight: 1, arbitrary: fc.constant([1]) }),
  labels: fc.oneof(
    { weight: 20, arbitrary: goodLabels },
    { weight: 1, arbitrary: labels },
    { weight: 0, arbitrary: fc.constant({}) },
  ),
};
const seldom = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 40, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const project = fc.oneof(
  { weight: 15, arbitrary: fc.constantFrom(1, 2) },
  { weight: 1, arbitrary: fc.constantFrom<Any>(99, undefined) },
);

const odd = fc.record({
  code: seldom(fc.constant('k')),
  state: rarely(fc.constant('done')),
  extra: rarely(fc.constant(1)),
  owner_id: seldom(fc.constantFrom(1, 2)),
});
const clean = (body: Any): Any => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

const change = fc
  .tuple(
    fc.record(changes, { requiredKeys: [] }),
    odd,
    fc.oneof(fc.constant(undefined), fc.constant(undefined), project),
  )
  .map(([body, more, project_id]) => clean({ ...body, ...(more.state && more), owner_id: more.owner_id, project_id }));
const whole = fc
  .tuple(fc.record(changes, { requiredKeys: ['title'] }), odd, project, fc.nat({ max: 40 }))
  .map(([body, more, project_id, lacks]) =>
    clean({ ...body, ...more, project_id, ...(lacks === 0 && { title: undefined }) }),
  );
const replacement = whole.map(({ code: _, ...body }) => body);
const issue = fc
  .tuple(whole, fc.option(fc.array(anyComment, { maxLength: 3 }), { nil: undefined }))
  .map(([body, comments]) => clean({ ...body, comments }));

const user = fc.constantFrom(1, 1, 1, 2, 2, 2, 1, 2, undefined);
const parent = fc.constantFrom(undefined, undefined, undefined, undefined, undefined, undefined, 1, 1, 2, 99);
const match = fc.constantFrom(
  undefined,
  undefined,
  undefined,
  'current' as const,
  'current' as const,
  'other' as const,
  'any' as const,
  'none' as const,
);
const base = { ruled: fc.boolean(), user, parent };

const idOf =
  (table: 'issue' | 'comment', at: number) =>
  (stored: Stored): number => {
    const rows = stored[table];
    return at === 7 || rows.length === 0 ? 900_000 + at : (rows[at % rows.length]?.id as number);
  };

const posts: fc.Arbitrary<Step> = fc
  .record({
    ...base,
    include: fc.boolean(),
    body: fc.oneof({ weight: 3, arbitrary: issue }, { weight: 2, arbitrary: fc.array(issue, { maxLength: 3 }) }),
  })
  .map((one) => () => ({ ...one, method: 'POST', table: 'issue' }));
const items: fc.Arbitrary<Step> = fc
  .record({
    ...base,
    at: place,
    match,
    include: fc.boolean(),
    what: fc.oneof(
      change.map((body) => ({ method: 'PATCH' as const, body })),
      change.map((body) => ({ method: 'PATCH' as const, body })),
      replacement.map((body) => ({ method: 'PUT' as const, body })),
      fc.constant({ method: 'DELETE' as const, body: undefined }),
    ),
  })
  .map(({ at, what, ...one }) => (stored) => ({ ...one, ...what, table: 'issue', id: idOf('issue', at)(stored) }));
/** A record as it is shown, with a change; sometimes with another that is refused. */
const returns: fc.Arbitrary<Step> = fc
  .record({
    ...base,
    at: place,
    match,
    include: fc.boolean(),
    method: fc.constantFrom('PUT' as const, 'PATCH' as const),
    change,
    wrong: fc.constantFrom({}, {}, {}, {}, {}, {}, { slug: 'x' }, { id: 1 }, { code: 'k', deleted_at: 'x' }),
  })
  .map(({ at, change: { owner_id: _, ...changed }, wrong: other, ...one }) => (stored) => {
    const id = idOf('issue', at)(stored);
    const { deleted: _deleted, owner_id, ...row } = stored.issue.find((issue) => issue.id === id) ?? { id };
    const shown = { ...row, deleted_at: null, comments: [{ id: 1 }], ...(owner_id && { owner_id }) };
    return { ...one, table: 'issue', id, body: { ...shown, ...changed, ...other } };
  });
const restores: fc.Arbitrary<Step> = fc
  .record({ ruled: fc.boolean(), user, at: place })
  .map(({ at, ...one }) => (stored) => {
    const deleted = stored.issue.filter((row) => row.deleted);
    const id = deleted.length > 0 && at < 6 ? deleted[at % deleted.length]?.id : idOf('issue', at)(stored);
    return { ...one, method: 'POST', table: 'issue', restore: true, id };
  });
const many: fc.Arbitrary<Step> = fc
  .record({
    ...base,
    atLeast: fc.oneof({ weight: 9, arbitrary: fc.nat({ max: 4 }) }, { weight: 1, arbitrary: fc.constant(undefined) }),
    most: fc.constantFrom(1, 2, 2, 3, 9, 9, 9, 9, 9, undefined),
    what: fc.oneof(
      change.map((body) => ({ method: 'PATCH' as const, body })),
      // The same title in several records is a conflict.
      change.map(({ title: _, ...body }) => ({ method: 'PATCH' as const, body })),
      fc.constant({ method: 'DELETE' as const, body: undefined }),
    ),
  })
  .map(({ what, atLeast, ...one }) => () => {
    // Few are deleted, or nothing would be left.
    const from = what.method === 'DELETE' && atLeast !== undefined ? Math.max(4, atLeast) : atLeast;
    return { ...one, ...what, atLeast: from, table: 'issue' };
  });
const comments: fc.Arbitrary<Step> = fc
  .record({
    ruled: fc.boolean(),
    user,
    at: place,
    of: place,
    method: fc.constantFrom('POST' as const, 'PUT' as const, 'PATCH' as const, 'DELETE' as const),
    body: anyComment,
  })
  .map(({ at, of, method, body, ...one }) => (stored) => {
    const isNew = method === 'POST';
    const sent = method === 'DELETE' ? undefined : isNew ? { issue_id: idOf('issue', of)(stored), ...body } : body;
    return { ...one, method, table: 'comment', body: sent, ...(!isNew && { id: idOf('comment', at)(stored) }) };
  });

export const randomSteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: posts },
    { weight: 5, arbitrary: items },
    { weight: 2, arbitrary: returns },
    { weight: 1, arbitrary: restores },
    { weight: 4, arbitrary: many },
    { weight: 2, arbitrary: comments },
  ),
  { minLength: 20, maxLength: 30, size: 'max' },
);
