import { definePolicy } from '@rest-gen/router';

export default definePolicy({
  read: [{ status: ['live', 'gone'] }, (user) => ({ author_id: user.id }), (user) => user.admin],
  create: (user) => ({ author_id: user.id }),
  update: [(user) => ({ author_id: user.id }), (user) => user.admin],
  delete: (user) => ({ author_id: user.id }),
  fields: { price: { write: (user) => user.admin }, editor_id: { read: (user) => ({ author_id: user.id }) } },
});
