import { defineLogic, defineRule, validate } from '@rest-gen/logic';

const slug = defineRule('slug', {
  on: 'string',
  test: (value) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value),
  message: { en: '{name} must be a slug', 'zh-CN': '{name}必须是 slug' },
});

const logic = defineLogic({ rules: [slug], postAction: { body: { path: { slug: true, required: true } } } });

const refused = validate(logic, 'postAction', { body: { path: 'A b' } });
console.log(await refused.catch((error) => error.message)); // → body/path: path must be a slug
