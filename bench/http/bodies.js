const author = { name: 'Ann' };

/** Bodies that are taken, with the record that answers them without its id. */
export const RIGHT = {
  'all fields': same({ title: 'Hello', body: 'World', views: 3, tags: ['a'], author }),
  'only a title': { body: { title: 'Hello' }, record: { title: 'Hello', views: 0 } },
  'blanks around the title': { body: { title: '  Hello ', views: 1 }, record: { title: 'Hello', views: 1 } },
  'a title of 80 characters': same({ title: 'x'.repeat(80), views: 0 }),
  'a title of 80 characters and blanks': {
    body: { title: ` ${'x'.repeat(80)} `, views: 0 },
    record: { title: 'x'.repeat(80), views: 0 },
  },
  'no tags': same({ title: 'Hello', views: 1, tags: [] }),
  'a tag of 20 characters': same({ title: 'Hello', views: 1, tags: ['x'.repeat(20)] }),
};

/** Bodies that are refused with 422, and the fields that the answer has to name; `undefined`: refused by any status from 400 to 422. */
export const WRONG = {
  'no title': { body: {}, fields: ['/title'] },
  'title a number': { body: { title: 5 }, fields: ['/title'] },
  'title empty': { body: { title: '' }, fields: ['/title'] },
  'title blank': { body: { title: '   ' }, fields: ['/title'] },
  'title of 81 characters': { body: { title: 'x'.repeat(81) }, fields: ['/title'] },
  'body a number': { body: { title: 'a', body: 5 }, fields: ['/body'] },
  'views below 0': { body: { title: 'a', views: -1 }, fields: ['/views'] },
  'views with a fraction': { body: { title: 'a', views: 1.5 }, fields: ['/views'] },
  'views a text': { body: { title: 'a', views: '3' }, fields: ['/views'] },
  'tags a text': { body: { title: 'a', tags: 'x' }, fields: ['/tags'] },
  'a tag that is a number': { body: { title: 'a', tags: ['b', 1] }, fields: ['/tags'] },
  'a tag of 21 characters': { body: { title: 'a', tags: ['x'.repeat(21)] }, fields: ['/tags'] },
  'author a text': { body: { title: 'a', author: 'x' }, fields: ['/author'] },
  'author without a name': { body: { title: 'a', author: {} }, fields: ['/author/name'] },
  'name a number': { body: { title: 'a', author: { name: 5 } }, fields: ['/author/name'] },
  'an unknown field': { body: { title: 'a', other: 1 }, fields: ['/other'] },
  'an unknown field of author': { body: { title: 'a', author: { name: 'b', other: 1 } }, fields: ['/author/other'] },
  'two wrong fields': { body: { title: '', views: -1 }, fields: ['/title', '/views'] },
  'a list': { body: [], fields: undefined },
  'no JSON': { text: '{"title"', fields: undefined },
};

// --- internal ---

function same(body) {
  return { body, record: body };
}
