import { defineLogic } from '@rest-gen/logic';
import type {} from '@rest-gen/router';

/** Functions of a logic get typed models. */
export default defineLogic({
  postAction: async ({ environment: { model } }) => {
    const [author] = await model('author').where({ name: 'a' }).select();
    // @ts-expect-error: there is no such table
    model('pots');
    // @ts-expect-error: there is no such column
    author?.nope;
    return { body: { name: { string: true } } };
  },
});
