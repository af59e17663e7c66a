import { defineLogic, defineRule, validate } from '@rest-gen/logic';

const slug = defineRule('slug', {
  on: 'string',
  test: (value) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value),
  message: { en: '{name} must be a slug', 'zh-CN': '{name}必须是 slug' },
  schema: { pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' },
});

const words = defineRule('words', {
  on: 'string',
  refuse: (argument) => (typeof argument === 'number' ? undefined : 'takes a number'),
  test: (value, { argument }: { argument: number }) => value.split(/\s+/).length <= argument,
  message: '{name} must have at most {args} words',
});

const logic = defineLogic({
  rules: [slug, words],
  postAction: {
    body: { path: { slug: true, required: true }, title: { string: true, length: { max: 80 }, words: 3 } },
  },
});

console.log((await validate(logic, 'postAction', { body: { path: 'a-b' } })).body); // → { path: 'a-b' }

const refused = validate(logic, 'postAction', { body: { path: 'A b', title: 'far too many words' } });
const { errors } = await refused.catch((error) => error);
console.log(errors[0].message); // → path must be a slug
console.log(errors[1].message); // → title must have at most 3 words
