import { defineLogic, defineRule, validate } from '@rest-gen/logic';

declare module '@rest-gen/logic' {
  interface Environment {
    /** What the program hands to `validate`; optional, so that others need not. */
    readonly users?: { find(where: Record<string, unknown>): Promise<{ id: number } | undefined> };
  }
}

const unique = defineRule('unique', {
  on: 'string',
  testAsync: async (value, { name, input, environment }) => {
    const found = await environment.users?.find({ [name]: value });
    return found === undefined || found.id === input.params.id;
  },
  message: '{name} is taken',
});

const logic = defineLogic({
  rules: [unique],
  params: { id: { int: true } },
  postAction: { body: { email: { email: true, required: true, unique: true } } },
  putAction: { body: { email: { email: true, required: true, unique: true } } },
});

const users = {
  find: async ({ email }: Record<string, unknown>) => (email === 'a@example.com' ? { id: 7 } : undefined),
};
const environment = { users, signal: AbortSignal.timeout(1000) };
const body = { email: 'a@example.com' };

const refused = validate(logic, 'postAction', { body }, { environment });
console.log(await refused.catch((error) => error.message)); // → body/email: email is taken

const kept = await validate(logic, 'putAction', { params: { id: '7' }, body }, { environment });
console.log(kept.body); // → { email: 'a@example.com' }
