import Rest from './rest.js';

export default class Note extends Rest {
  static bulk = ['post', 'patch', 'delete'];
  static include = { owner: { table: 'user', key: 'owner_id', fields: 'id,name' } };
  static search = ['text'];
}
