import { day, fill, rows } from './rows.js';

/** @param {object} models */
export default (models) =>
  fill(models, {
    user: rows(
      ['name', 'email', 'tenant_id', 'is_admin'],
      [
        ['Ann', 'ann@example.com', 1, true],
        ['Bob', 'bob@example.com', 1, false],
        ['Cyd', 'cyd@example.com', 2, false],
        ['Dot', 'dot@example.com', 2, false],
      ],
    ),
    profile: rows(
      ['user_id', 'bio', 'settings'],
      [
        [1, 'Writes', { dark: true, list: [1, 2] }],
        [2, null, null],
      ],
    ),
    shelf: rows(
      ['name', 'parent_id'],
      [
        ['Top', null],
        ['Left', 1],
        ['Right', 1],
        ['Deep', 2],
      ],
    ),
    book: Array.from({ length: 14 }, (_, index) => ({
      title: ['Rivers', 'Lakes', 'Fixed', 'Émile', '100% _new_'][index % 5],
      isbn: index % 4 === 0 ? null : `isbn-${index}`,
      status: ['live', 'draft', 'gone'][index % 3],
      author_id: 1 + (index % 3),
      editor_id: index % 2 === 0 ? null : 1 + ((index + 1) % 3),
      shelf_id: index % 5 === 4 ? null : 1 + (index % 4),
      price: index % 3 === 0 ? null : `${index}.90`,
      rating: index % 4 === 1 ? null : index / 3,
      copies: ['9007199254740993', 0, null, 12][index % 4],
      is_open: index % 3 !== 1,
      published: index % 2 === 0 ? day(index).slice(0, 10) : null,
      printed_at: index % 3 === 0 ? day(index) : null,
      meta: index % 2 === 0 ? { pages: index, nested: { list: ['a', null] } } : null,
      edit_key: `key${index}`,
      secret_note: `secret ${index}`,
      deleted_at: index === 5 || index === 9 ? day(40) : null,
      created_at: day(index),
      updated_at: day(index + 1),
    })),
    review: Array.from({ length: 20 }, (_, index) => ({
      book_id: 1 + (index % 6),
      user_id: 1 + (index % 3),
      parent_id: index > 8 && index % 3 === 0 ? index - 6 : null,
      stars: 1 + (index % 5),
      text: `Review ${index}`,
      is_open: index % 4 !== 0,
    })),
    tag: rows(['name'], [['new'], ['hot'], ['old'], ['rare']]),
    book_tag: [1, 2, 3, 4, 7].flatMap((book_id, index) => [
      { book_id, tag_id: 1 + (index % 4) },
      { book_id, tag_id: 1 + ((index + 1) % 4) },
    ]),
    note: Array.from({ length: 12 }, (_, index) => ({
      item_id: 1 + (index % 4),
      item_type: index % 3 === 0 ? 'shelf' : 'book',
      text: ['Read this', 'Fixed', 'late'][index % 3],
      data: index % 4 === 0 ? Buffer.from([index, 255, 0]) : null,
      due_at: [null, '2040-01-01T00:00:00.000Z', day(index)][index % 3],
      tenant_id: 1 + (index % 2),
      owner_id: index % 5 === 0 ? null : 1 + (index % 3),
      is_approved: index % 2 === 0,
    })),
    setting: rows(
      ['id', 'value', 'version'],
      [
        ['theme', { dark: true }, 1],
        ['limits', { max: 3, list: [1, 2] }, 4],
      ],
    ),
    counter: [1, 2, 3].map((index) => ({
      id: `00000000-0000-4000-8000-00000000000${index}`,
      value: index,
      name: index === 2 ? null : `c${index}`,
    })),
  });
