import type { Input } from '@rest-gen/logic';
import type logic from '../../logic/v1/user.js';
import type { UserRow } from '../../tables.js';
import Rest from '../rest.js';

/** Version 1 knows a user by one name; it is stored in two parts. */
export default class User extends Rest<typeof logic> {
  /** The list is the first hundred: it has no pages and no filters. */
  static override declaresListQuery = false;
  static shown = {
    type: 'object',
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
    required: ['id', 'name'],
  };

  override async getAction(): Promise<unknown> {
    const users = this.model('user');
    if (this.id === undefined) return (await users.order('id').limit(100).select()).map(toV1);
    return toV1(this.found(await users.byId(this.id).find()));
  }

  /** QUERY asks for the same list. */
  override queryAction(): Promise<unknown> {
    return this.getAction();
  }

  override async postAction({ body }: Input<typeof logic, 'postAction'>): Promise<unknown> {
    const [first, ...rest] = body.name.split(' ');
    const { id, row } = await this.model('user').insert({ first, last: rest.join(' ') });
    return this.created(id, toV1(row));
  }
}

function toV1({ id, first, last }: UserRow): { id: number; name: string } {
  return { id, name: `${first} ${last}`.trim() };
}
