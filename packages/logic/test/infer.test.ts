import { expect } from 'chai';
import { defineLogic } from '../src/define-logic.ts';
import type { Logic } from '../src/field-rules.ts';
import type { Input } from '../src/infer.ts';
import { partial } from '../src/partial.ts';
import { assertType, type Equal } from './types/equal.ts';

const fields = {
  title: { required: true, string: true, trim: true, length: { min: 1, max: 80 } },
  body: { string: true, nullable: true },
  views: { int: { min: 0 }, default: 0 },
  score: { float: true, required: true, default: 0 },
  done: { boolean: true },
  day: { date: true, required: true, nullable: true },
  state: { in: ['draft', 'live'] },
  level: { int: true, in: [1, 2], required: true },
  kind: { const: 'post' },
  tags: { array: true, children: { string: true, length: { max: 20 } } },
  author: { object: true, children: { name: { required: true, string: true }, email: { email: true } } },
  comments: {
    array: true,
    required: true,
    children: { object: true, children: { text: { required: true, string: true } } },
  },
  extra: { object: true },
  list: { array: true },
  anything: {},
  off: { string: false, email: false },
  until: { after: true },
  count: { min: 1 },
} as const;

const logic = defineLogic({
  params: { id: { int: { min: 1 }, required: true } },
  postAction: { body: fields },
  patchAction: { body: partial(fields), params: { id: { uuid: true } } },
  getAction: { query: { status: { in: ['draft', 'live'] }, ids: { array: true, children: { int: true } } } },
  putAction: { body: {}, headers: { 'x-token': { string: true, required: true } }, files: { photo: { file: true } } },
});

type Post = {
  title: string;
  score: number;
  day: string | null;
  level: 1 | 2;
  comments: { text: string }[];
  body?: string | null;
  views?: number;
  done?: boolean;
  state?: 'draft' | 'live';
  kind?: 'post';
  tags?: string[];
  author?: { name: string; email?: string };
  extra?: Record<string, unknown>;
  list?: unknown[];
  anything?: unknown;
  off?: unknown;
  until?: string;
  count?: number;
};

describe('inferred types', () => {
  it('of a body', () => {
    assertType<Equal<Input<typeof logic, 'postAction'>['body'], Post>>();
  });

  it('of other sections and of undeclared ones', () => {
    assertType<Equal<Input<typeof logic, 'getAction'>['query'], { status?: 'draft' | 'live'; ids?: number[] }>>();
    assertType<Equal<Input<typeof logic, 'getAction'>['params'], { id: number }>>();
    assertType<Equal<Input<typeof logic, 'getAction'>['body'], unknown>>();
    assertType<Equal<Input<typeof logic, 'patchAction'>['params'], { id?: string }>>();
    assertType<Equal<Input<typeof logic, 'putAction'>['headers'], { 'x-token': string }>>();
    assertType<Equal<Input<typeof logic, 'putAction'>['files'], { photo?: Record<string, unknown> }>>();
    assertType<Equal<Input<typeof logic, 'deleteAction'>['params'], { id: number }>>();
    assertType<Equal<Input<typeof logic, 'deleteAction'>['query'], Record<string, string | string[]>>>();
    assertType<Equal<Input<typeof logic, 'deleteAction'>['body'], unknown>>();

    const bare = defineLogic({ postAction: { body: { a: { int: true } } } });
    assertType<Equal<Input<typeof bare, 'postAction'>['params'], Record<string, string>>>();
    assertType<Equal<Input<typeof bare, 'postAction'>['body'], { a?: number }>>();
    const empty = defineLogic({});
    assertType<Equal<Input<typeof empty, 'postAction'>['body'], unknown>>();
  });

  it('let a controller override the actions of a generic base class', async () => {
    class Rest<L extends Logic = Logic> {
      add(values: Record<string, unknown>): unknown {
        return values;
      }
      postAction({ body }: Input<L, 'postAction'>): unknown {
        return this.add(body);
      }
      getAction({ query }: Input<L, 'getAction'>): unknown {
        const { status }: Record<string, unknown> = query;
        return status;
      }
      deleteAction(_input: Input<L, 'deleteAction'>): unknown {
        return undefined;
      }
    }
    class PostController extends Rest<typeof logic> {
      override async postAction({ body }: Input<typeof logic, 'postAction'>): Promise<number> {
        return body.title.length + body.comments.length;
      }
      override async deleteAction({ params }: Input<typeof logic, 'deleteAction'>): Promise<number> {
        return params.id;
      }
    }
    class Free extends Rest {
      override postAction({ body }: Input<Logic, 'postAction'>): unknown {
        return body.title;
      }
    }
    const wide: Rest<typeof logic> = new PostController();
    expect(wide).to.be.instanceOf(Rest);
    const input = { params: {}, query: { status: 'live' }, headers: {}, body: { title: 'a' }, files: {} };
    expect(new Free().postAction(input)).to.equal('a');
    expect(new Free().getAction(input)).to.equal('live');
  });
});
