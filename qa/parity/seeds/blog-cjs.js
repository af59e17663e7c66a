import { day, fill } from './rows.js';

const times = (index) => ({ created_at: day(index), updated_at: day(index + 1) });

/** @param {object} models */
export default (models) =>
  fill(models, {
    post: Array.from({ length: 8 }, (_, index) => ({
      title: `Post ${index % 3}`,
      body: index % 2 === 0 ? null : `Text ${index}`,
      ...times(index),
    })),
    comment: Array.from({ length: 9 }, (_, index) => ({
      postId: 1 + (index % 3),
      body: `Comment ${index}`,
      ...times(index),
    })),
  });
