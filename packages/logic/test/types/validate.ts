import { defineLogic } from '../../src/define-logic.ts';
import type { Logic } from '../../src/field-rules.ts';
import type { Input } from '../../src/infer.ts';
import { validate } from '../../src/validate.ts';
import { assertType, type Equal } from './equal.ts';

const logic = defineLogic({
  params: { id: { int: true, required: true } },
  postAction: { body: { title: { string: true, required: true } } },
  putAction: { body: { array: true } },
});

const post = await validate(logic, 'postAction', {});
assertType<Equal<typeof post, Input<typeof logic, 'postAction'>>>();
assertType<Equal<typeof post.body, { title: string }>>();

// @ts-expect-error: the action is not declared
await validate(logic, 'psotAction', {});
// @ts-expect-error: params are no action
await validate(logic, 'params', {});

// Of the wide type every action may be there, but nothing else.
const wide: Logic = logic;
assertType<Equal<Awaited<ReturnType<typeof validate<Logic, 'anyAction'>>>['body'], Record<string, unknown>>>();
await validate(wide, 'anyAction', {});
// @ts-expect-error: no name of an action
await validate(wide, 'any', {});

// A base class takes logics that do not declare every action.
assertType<Equal<Input<typeof logic, 'deleteAction'>['params'], { id: number }>>();
