import { defineLogic, type Messages, validate } from '@rest-gen/logic';

const logic = defineLogic({
  messages: {
    en: { required: 'Please fill in {name}', '/author/email': 'Who wrote it?' }, // by rule, by path
    'zh-CN': { '/tags/*': { length: '标签太长' } }, // by path and rule; * is every item
    de: { required: '{name} fehlt' }, // a language that is not built in
    '*': { email: '{name}: name@example.com' }, // every language
  },
  postAction: {
    body: {
      title: { string: true, required: true, aliasName: 'Title' },
      tags: { array: true, children: { string: true, length: { max: 3 } } },
      reply: { email: true },
      author: { object: true, children: { email: { email: true } } },
      views: { int: { min: 0 }, message: { int: 'How many {name}?' } }, // of the field itself
    },
  },
});

const body = { tags: ['long'], reply: 'x', author: { email: 'x' }, views: -1 };

async function show(acceptLanguage: string, messages?: Messages): Promise<void> {
  const error = await validate(logic, 'postAction', { body }, { acceptLanguage, messages }).catch((reason) => reason);
  console.log(error.language);
  for (const { message } of error.errors) console.log(message);
}

await show('en');
// → en
// → Please fill in Title
// → item of tags must be at most 3 characters long
// → reply: name@example.com
// → Who wrote it?
// → How many views?

await show('fr, zh;q=0.8');
// → zh-CN
// → Title 不能为空
// → 标签太长
// → reply: name@example.com
// → author.email: name@example.com
// → How many views?

// Texts of the whole program; a function gets the usual text and can write another one.
await show('de', ({ rule, message }) => (rule === 'length' ? 'zu lang' : message));
// → de
// → Title fehlt
// → zu lang
// → reply: name@example.com
// → author.email: name@example.com
// → How many views?
