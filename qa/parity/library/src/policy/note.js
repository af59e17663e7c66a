import * as router from '@rest-gen/router';

/** The time of the request; 1.1.0 has none, and begins at the same time. */
const now = router.now ?? (() => new Date());

// Who writes a note does not see it before it is approved, unless the user owns it.
export default router.definePolicy({
  always: (user) => ({ tenant_id: user.tenant }),
  read: [{ is_approved: true, or: [{ due_at: { gt: now() } }, { due_at: null }] }, (user) => ({ owner_id: user.id })],
  create: 'user',
  update: [(user) => ({ owner_id: user.id }), { is_approved: false, text: { ne: 'Fixed' } }],
  delete: (user) => ({ owner_id: user.id, or: [{ item_type: 'book' }, { item_id: [1, 2] }] }),
  fields: { is_approved: { write: (user) => user.admin }, due_at: { read: { item_type: ['book'] } } },
});
