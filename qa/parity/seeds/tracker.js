import { day, fill, rows } from './rows.js';

const times = (index) => ({ created_at: day(index), updated_at: day(index + 1) });
const NAMES = ['Ada', 'Barbara', 'Frances', 'Ken', 'Grace', 'Niklaus'];

/** Two organizations with private and public projects. User 5 belongs to both, user 6 to none. @param {object} models */
export default (models) =>
  fill(models, {
    organization: rows(['name'], [['Analytical'], ['Difference']]),
    user: NAMES.map((name) => ({ name, email: `${name.toLowerCase()}@example.com` })),
    membership: rows(
      ['organization_id', 'user_id', 'role'],
      [
        [1, 1, 'owner'],
        [1, 2, 'member'],
        [1, 3, 'guest'],
        [2, 4, 'owner'],
        [1, 5, 'member'],
        [2, 5, 'member'],
      ],
    ),
    project: rows(
      ['organization_id', 'name', 'description', 'is_public'],
      [
        [1, 'Website', 'The public pages', true],
        [1, 'Mobile app', 'For both kinds of phone', false],
        [2, 'Search', null, false],
        [2, 'Reports', 'PDF and tables', true],
      ],
    ),
    label: rows(
      ['name', 'color'],
      [
        ['bug', '#d73a4a'],
        ['docs', '#0075ca'],
        ['slow', '#fbca04'],
      ],
    ),
    issue: Array.from({ length: 16 }, (_, index) => ({
      project_id: 1 + (index % 4),
      number: Math.floor(index / 4) + 1,
      reporter_id: 1 + (index % 6),
      assignee_id: index % 3 === 0 ? null : 1 + (index % 5),
      title: `${['Login', 'The menu', 'Sorting'][index % 3]} ${['fails', 'is slow'][index % 2]}`,
      body: index % 2 === 0 ? null : `Seen by ${NAMES[index % 6]}.`,
      status: ['open', 'doing', 'done'][index % 3],
      priority: 1 + (index % 4),
      due_date: index % 4 === 0 ? null : day(index).slice(0, 10),
      estimate: index % 5 === 0 ? null : `${index}.50`,
      ...times(index),
    })),
    issue_label: [1, 2, 3, 5, 6, 9].flatMap((issue_id, index) => [
      { issue_id, label_id: 1 + (index % 3) },
      { issue_id, label_id: 1 + ((index + 1) % 3) },
    ]),
    comment: Array.from({ length: 30 }, (_, index) => ({
      // More than a list of included comments shows.
      issue_id: index < 22 ? 1 : 1 + (index % 6),
      author_id: 1 + (index % 5),
      body: `Remark ${index % 7}.`,
      ...times(index),
    })),
  });
