import { compileLogic, defineLogic } from '@rest-gen/logic';

const logic = defineLogic({
  postAction: { body: { postId: { int: true, required: true }, tags: { array: true, children: { int: true } } } },
  getAction: { query: { page: { int: true } } },
});
const compiled = compileLogic(logic, 'src/logic/post.js');
console.log(compiled.actions); // → [ 'postAction', 'getAction' ]
console.log(compiled.action('postAction')?.fields('body')); // → [ 'postId', 'tags' ]

// A promise only where something takes its time: asynchronous rules, functions, schemas of other libraries.
const form = await compiled.action('postAction')?.run({ body: { postId: '7', tags: '1,2' } }, { textBody: true });
console.log(form?.body); // → { postId: 7, tags: [ 1, 2 ] }

const given = await compiled.action('postAction')?.run({ body: {} }, { given: new Set(['postId']) });
console.log(given?.body); // → {}

const open = await compiled.action('getAction')?.run({ query: { page: '2', sort: '-id' } }, { openQuery: true });
console.log(open?.query); // → { page: 2 }
