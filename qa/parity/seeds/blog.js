import { day, fill, rows } from './rows.js';

const times = (index) => ({ created_at: day(index), updated_at: day(index + 1) });

/** @param {object} models */
export default (models) =>
  fill(models, {
    post: Array.from({ length: 12 }, (_, index) => ({
      title: `Post ${index % 5}`,
      body: index % 3 === 0 ? null : `Text ${index} with ünïcode and 'quotes'`,
      views: [0, 7, null, 12, 7][index % 5],
      ...times(index),
    })),
    comment: Array.from({ length: 15 }, (_, index) => ({
      postId: 1 + (index % 4),
      author: `a${index % 3}@example.com`,
      body: `Comment ${index}`,
      ...times(index),
    })),
    user: rows(
      ['first', 'last'],
      [
        ['Ada', 'Lovelace'],
        ['Alan', 'Turing'],
        ['Grace', 'Hopper'],
      ],
    ),
    doc: rows(
      ['id', 'title', 'status'],
      [
        ['start', 'Start', 'live'],
        ['faq', 'FAQ', 'draft'],
        ['a_b', 'A b', 'live'],
      ],
    ),
    tag: rows(['name'], [['new'], ['hot'], ['old']]),
    author: rows(['name'], [['Ann'], ['Bob'], ['Émile']]),
  });
