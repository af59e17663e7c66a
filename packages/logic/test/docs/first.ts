import { defineLogic, type Input, ValidationError, validate } from '@rest-gen/logic';

const logic = defineLogic({
  params: { id: { int: { min: 1 } } },
  getAction: {
    query: { state: { in: ['draft', 'live'] }, tags: { array: true, children: { string: true } } },
  },
  postAction: {
    body: {
      title: { required: true, string: true, trim: true, length: { min: 1, max: 80 } },
      state: { in: ['draft', 'live'], required: true, default: 'draft' },
      author: { object: true, children: { name: { required: true, string: true }, email: { email: true } } },
    },
  },
});

type Post = Input<typeof logic, 'postAction'>['body'];
const post: Post = { title: 'Hello', state: 'draft', author: { name: 'Ann' } };

const { body } = await validate(logic, 'postAction', { body: { title: ' Hello ', author: post.author } });
console.log(body); // → { title: 'Hello', state: 'draft', author: { name: 'Ann' } }

const { params, query } = await validate(logic, 'getAction', { params: { id: '7' }, query: { tags: 'a,b' } });
console.log(params, query); // → { id: 7 } { tags: [ 'a', 'b' ] }

try {
  await validate(logic, 'postAction', { body: { titel: 'Hello', author: {} } });
} catch (error) {
  if (!(error instanceof ValidationError)) throw error;
  console.log(error.status, error.code); // → 422 E_VALIDATION
  for (const { pointer, rule, message } of error.errors) console.log(pointer, rule, message);
}
// → /title required title is required
// → /author/name required author.name is required
// → /titel unknown "titel" is not a field here; did you mean "title"?
