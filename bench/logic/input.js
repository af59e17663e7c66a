/**
 * The values that are validated, and in words what is validated. Every library gets the same ones; all are what `JSON.parse` gives.
 *
 * Nothing is trimmed, cast or filled in, because not every library can; no field may be missing, be null, or be unknown.
 */
export const sets = {
  plain: makeSet('handle', {
    words: {
      title: 'text of 1 to 80 characters',
      'author.name': 'text of 1 to 80 characters',
      'author.handle': 'text of 3 to 30 characters that matches `^[a-z][a-z0-9-]*$`',
      tags: 'list of text of at most 20 characters each',
      live: 'boolean',
      score: 'number',
      views: 'whole number from 0 up',
    },
    author: { name: 'Ada Lovelace', handle: 'ada-lovelace' },
    invalid: { views: -1 },
    probes: [
      ['author.handle too short', { handle: 'ad' }],
      ['author.handle too long', { handle: 'a'.repeat(31) }],
      ['author.handle off the pattern', { handle: 'Ada Lovelace' }],
    ],
  }),
  email: makeSet('email', {
    words: { 'author.email': 'email address, in place of `author.handle`; each library has its own idea of one' },
    author: { name: 'Ada Lovelace', email: 'ada.lovelace@example.com' },
    invalid: { author: { name: 'Ada Lovelace', email: 'ada.lovelace.example.com' } },
    probes: [
      ['author.email without @', { email: 'ada.lovelace.example.com' }],
      ['author.email without a host', { email: 'ada.lovelace@' }],
      ['author.email with a blank', { email: 'ada lovelace@example.com' }],
    ],
  }),
};

// --- internal ---

/**
 * @param last - the field of the author that is not its name
 * @param set - `probes` change the author and make the whole invalid
 * @returns `valid`, `invalid` (one field is wrong), and `probes`: name, value, whether it is valid
 */
function makeSet(last, { words, author, invalid, probes }) {
  const valid = {
    title: 'Notes by the translator',
    author,
    tags: ['mathematics', 'engines', 'translation'],
    live: true,
    score: 4.5,
    views: 1843,
  };
  const change = (fields) => copy({ ...valid, ...fields });
  const changeAuthor = (fields) => change({ author: { ...author, ...fields } });
  return {
    words,
    valid: copy(valid),
    invalid: change(invalid),
    probes: [
      ['valid', copy(valid), true],
      ['valid: the shortest', change({ title: 'N', tags: [], score: 0, views: 0, live: false }), true],
      ['valid: the longest', change({ title: 'N'.repeat(80), tags: ['t'.repeat(20)] }), true],
      ...['text', 1, true, null, []].map((value) => [`the whole is ${JSON.stringify(value)}`, value, false]),
      ...Object.keys(valid).map((field) => [`${field} missing`, change({ [field]: undefined }), false]),
      ...Object.keys(valid).map((field) => [`${field} null`, change({ [field]: null }), false]),
      ['title a number', change({ title: 1 }), false],
      ['title empty', change({ title: '' }), false],
      ['title too long', change({ title: 'N'.repeat(81) }), false],
      ['author a text', change({ author: 'Ada' }), false],
      ['author a list', change({ author: [] }), false],
      ['author.name missing', changeAuthor({ name: undefined }), false],
      ['author.name a number', changeAuthor({ name: 1 }), false],
      ['author.name too long', changeAuthor({ name: 'A'.repeat(81) }), false],
      [`author.${last} missing`, changeAuthor({ [last]: undefined }), false],
      [`author.${last} a number`, changeAuthor({ [last]: 1 }), false],
      ...probes.map(([name, fields]) => [name, changeAuthor(fields), false]),
      ['tags a text', change({ tags: 'mathematics' }), false],
      ['tags an object', change({ tags: {} }), false],
      ['tags of a number', change({ tags: ['mathematics', 1] }), false],
      ['tags of a text too long', change({ tags: ['t'.repeat(21)] }), false],
      ['live a text', change({ live: 'true' }), false],
      ['live a number', change({ live: 1 }), false],
      ['score a text', change({ score: '4.5' }), false],
      ['views a text', change({ views: '1843' }), false],
      ['views a fraction', change({ views: 1.5 }), false],
      ['views below 0', change({ views: -1 }), false],
      ['unknown field', change({ extra: 1 }), false],
      ['unknown field of author', changeAuthor({ extra: 1 }), false],
    ],
  };
}

/** As it would come from a request: plain objects, keys that are undefined are gone. */
function copy(value) {
  return JSON.parse(JSON.stringify(value));
}
