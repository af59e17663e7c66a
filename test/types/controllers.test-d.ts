import { defineLogic, type Input, type Logic, partial } from '@rest-gen/logic';
import {
  type AfterWrite,
  type BeforeWrite,
  Controller,
  type ControllerClass,
  type Model,
  type Tables,
} from '@rest-gen/router';
import { assertType, type Equal } from './equal.ts';

const fields = {
  title: { required: true, string: true },
  views: { int: true },
} as const;
const logic = defineLogic({
  params: { id: { int: { min: 1 } } },
  getAction: { query: { status: { in: ['draft', 'live'] } } },
  postAction: { body: fields },
  patchAction: { body: partial(fields) },
});

/** A base class of a project: nothing is known of its logic, so every name is accepted. */
class Rest<L extends Logic = Logic> extends Controller<L> {
  get records(): Model {
    return this.model().where(this.scope);
  }

  get record(): Model {
    return this.id === undefined ? this.records.only() : this.records.byId(this.id);
  }

  async getAction(_input: Input<L, 'getAction'>): Promise<unknown> {
    const text: string = this.post('anything').trim() + this.get('anything').length;
    const number: number = this.params.anything;
    return [text, number, this.post().anything, this.get().anything];
  }

  async postAction({ body }: Input<L, 'postAction'>): Promise<unknown> {
    const [stored] = await this.addRecords([await this.writable(body)]);
    return this.created(stored);
  }
}

/** What the logic declares has its type. */
export class Post extends Rest<typeof logic> {
  override get records(): Model<Tables['post']> {
    return this.model('post').where(this.scope);
  }

  override async getAction(): Promise<unknown> {
    const { id } = this;
    assertType<Equal<typeof id, number | undefined>>();
    const got = this.get('id');
    assertType<Equal<typeof got, number | undefined>>();
    const named = this.params.id;
    assertType<Equal<typeof named, number | undefined>>();
    const status = this.get('status');
    assertType<Equal<typeof status, 'draft' | 'live' | undefined>>();
    // A parameter of the rule need not be declared.
    const parent: string = this.get('authorId') + this.params.authorId;
    // @ts-expect-error: it is a number
    const wrong: string = this.get('id');
    if (id === undefined) return this.list(this.records.order('-views'));
    return [parent, wrong, await this.detail(this.records.byId(id))];
  }

  // Without its parameter an action needs no annotation.
  override async postAction(): Promise<unknown> {
    const title = this.post('title');
    // PATCH may leave it out.
    assertType<Equal<typeof title, string | undefined>>();
    const body = this.post();
    assertType<Equal<typeof body.views, number | null | undefined>>();
    // @ts-expect-error: no action declares it
    this.post('titel').trim();
    // @ts-expect-error: no action declares it
    body.titel;
    return title;
  }

  async patchAction({ body }: Input<typeof logic, 'patchAction'>): Promise<unknown> {
    const post = this.model('post');
    await post.byId(this.found(this.id)).update({ title: body.title });
    const record = this.found(await post.byId(1).find());
    // @ts-expect-error: there is no such column
    record.nope;
    // @ts-expect-error: there is no such table
    this.model('pots');
    await this.guard(
      () => post.byId(1),
      (found) => found.delete(),
    );
    return this.show(record);
  }
}

/** One action with a body: what it requires is there. */
const only = defineLogic({ postAction: { body: fields } });
export class One extends Rest<typeof only> {
  override async postAction(): Promise<unknown> {
    const title = this.post('title');
    assertType<Equal<typeof title, string>>();
    // Nothing is declared.
    const id: number = this.id;
    return [title, id];
  }
}

/** A body whose names are not known, and none. */
const open = defineLogic({ params: { id: { int: true } }, postAction: { body: { type: 'object' } } });
export class Open extends Rest<typeof open> {
  override async postAction(): Promise<unknown> {
    const id = this.get('id');
    assertType<Equal<typeof id, number | undefined>>();
    return this.post('anything').at(0);
  }
}
const bodiless = defineLogic({ params: { id: { int: true } } });
export class Bodiless extends Rest<typeof bodiless> {
  override async postAction(): Promise<unknown> {
    return this.post('anything').at(this.id);
  }
}

/** Without a logic everything is as it was. */
export class Plain extends Controller {
  getAction(): unknown {
    const title: string = this.post('title');
    const id: number = this.id;
    return [title, id, this.get('id').length, this.params.id.length, this.post().title.length];
  }
}

/** All of them are controllers. */
export const controllers: ControllerClass[] = [Post, One, Open, Bodiless, Plain];

/** Hooks: any record, or that of a table. */
export class Hooked extends Rest {
  override beforeWrite({ action, values, before }: BeforeWrite<Tables['post']>): void {
    if (action === 'create') assertType<Equal<typeof before, undefined>>();
    else values.views = before.views;
    // @ts-expect-error: there is no such column
    values.nope = 1;
  }

  override async afterWrite({ action, before, after }: AfterWrite): Promise<unknown> {
    return action === 'delete' ? before.title : after.title;
  }
}
