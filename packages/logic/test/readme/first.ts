import { defineLogic, type Input, partial, validate } from '@rest-gen/logic';

const fields = {
  title: { required: true, string: true, trim: true, length: { min: 1, max: 80 } },
  body: { string: true },
  views: { int: { min: 0 }, required: true, default: 0 },
  state: { in: ['draft', 'live'] },
  tags: { array: true, children: { string: true, length: { max: 20 } } },
  author: { object: true, children: { name: { required: true, string: true }, email: { email: true } } },
} as const;

const logic = defineLogic({
  params: { id: { int: { min: 1 } } },
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
  getAction: { query: { state: { in: ['draft', 'live'] }, ids: { array: true, children: { int: true } } } },
});

/** `{ title: string; views: number; body?: string; state?: 'draft' | 'live'; tags?: string[]; author?: … }` */
export type Post = Input<typeof logic, 'postAction'>['body'];

const { body } = await validate(logic, 'postAction', { body: { title: ' Hello ' } });
console.log(body); // → { title: 'Hello', views: 0 }

const { query } = await validate(logic, 'getAction', { query: { ids: '1,2' } });
console.log(query); // → { ids: [ 1, 2 ] }

await validate(logic, 'postAction', { body: { titel: 'Hello' } }).catch((error) => {
  console.log(error.status, error.code); // → 422 E_VALIDATION
  console.log(error.errors[1].message); // → "titel" is not a field here; did you mean "title"?
});
