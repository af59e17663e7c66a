import { type AsyncTestContext, defineLogic, defineRule, type FieldRules, partial } from '@rest-gen/logic';

const unique = defineRule('unique', {
  on: 'string',
  refuse: (argument) => (typeof argument === 'string' ? undefined : 'takes the name of a model'),
  testAsync: async (value, { argument, name, input, environment }: AsyncTestContext<string>) => {
    const { model } = environment;
    const found = await model(argument)
      .where({ [name]: value })
      .find();
    return found === undefined || found.id === input.params.id;
  },
  message: { en: '{name} is taken', 'zh-CN': '{name} 已被占用' },
});

const fields = {
  first: { required: true, string: true, unique: 'user' },
  last: { required: true, string: true },
} as const satisfies Record<string, FieldRules & { unique?: string }>;

export default defineLogic({
  rules: [unique],
  params: { id: { int: true } },
  postAction: { body: fields },
  patchAction: { body: partial(fields) },
});
