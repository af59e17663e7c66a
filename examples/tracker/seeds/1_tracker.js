import { hashPassword } from '@rest-gen/auth';

/** Of every user. */
const PASSWORD = 'correct horse battery staple';
const NAMES = ['Ada', 'Barbara', 'Edsger', 'Frances', 'Grace', 'Katherine', 'Ken', 'Linus', 'Margaret', 'Niklaus'];
const PROJECTS = [
  { organization: 'Analytical', name: 'Website', description: 'The public pages', is_public: true },
  { organization: 'Analytical', name: 'Mobile app', description: 'For both kinds of phone' },
  { organization: 'Analytical', name: 'Billing', description: null },
  { organization: 'Difference', name: 'Search', description: 'Index and ranking' },
  { organization: 'Difference', name: 'Reports', description: 'PDF and tables' },
];
/** Grace belongs to both organizations; Niklaus is a stranger in Analytical, Ada in Difference. */
const MEMBERSHIPS = {
  Analytical: { owner: ['Ada'], member: ['Barbara', 'Edsger', 'Grace', 'Linus'], guest: ['Frances'] },
  Difference: { owner: ['Ken'], member: ['Grace', 'Katherine', 'Margaret'], guest: ['Niklaus'] },
};
const LABELS = { bug: '#d73a4a', feature: '#a2eeef', docs: '#0075ca', security: '#5319e7', performance: '#fbca04' };
const PARTS = ['Login', 'The import', 'The menu', 'Sorting', 'The export', 'An upload', 'The start page'];
const PROBLEMS = ['fails with a long name', 'is slow', 'shows the wrong date', 'ignores the time zone', 'needs a test'];
const REMARKS = ['I can reproduce it', 'Fixed', 'Which version?', 'The same here', 'It is slow for me'];

/**
 * 300 issues in five projects of two organizations, with labels and comments: the same in every database but for the hash.
 *
 * @type {import('@rest-gen/model').Seed}
 */
export default async (models) => {
  if ((await models.model('organization').count()) > 0) return;
  state = 1;
  const add = (table, records) => models.model(table).addMany(records);

  const owners = [...new Set(PROJECTS.map(({ organization }) => organization))];
  const organizations = await add(
    'organization',
    owners.map((name) => ({ name })),
  );
  const password = await hashPassword(PASSWORD);
  const users = await add(
    'user',
    NAMES.map((name) => ({ name, email: `${name.toLowerCase()}@example.com`, password, verified_at: day(0) })),
  );
  await add(
    'membership',
    Object.entries(MEMBERSHIPS).flatMap(([organization, roles]) =>
      Object.entries(roles).flatMap(([role, names]) =>
        names.map((name) => ({
          organization_id: organizations[owners.indexOf(organization)],
          user_id: users[NAMES.indexOf(name)],
          role,
        })),
      ),
    ),
  );
  const projects = await add(
    'project',
    PROJECTS.map(({ organization, ...project }) => ({
      ...project,
      organization_id: organizations[owners.indexOf(organization)],
    })),
  );
  const labels = await add(
    'label',
    Object.entries(LABELS).map(([name, color]) => ({ name, color })),
  );
  const issues = await add(
    'issue',
    Array.from({ length: 300 }, (_, index) => ({
      project_id: projects[index % projects.length],
      number: Math.floor(index / projects.length) + 1,
      reporter_id: pick(users),
      assignee_id: pick([...users, null]),
      title: `${pick(PARTS)} ${pick(PROBLEMS)}`,
      body: pick([null, `Seen by ${pick(NAMES)}.`]),
      status: pick(['open', 'doing', 'done']),
      priority: pick([1, 2, 3, 4]),
      due_date: pick([null, day(random(90))]),
      estimate: pick([null, `${random(40)}.50`]),
      created_at: day(index),
    })),
  );
  await add(
    'issue_label',
    issues.flatMap((issue_id) => labels.filter(() => random(3) === 0).map((label_id) => ({ issue_id, label_id }))),
  );
  // Every 50th issue has more comments than an answer shows.
  await add(
    'comment',
    issues.flatMap((issue_id, index) =>
      Array.from({ length: index % 50 === 0 ? 45 : random(4) }, () => ({
        issue_id,
        author_id: pick(users),
        body: `${pick(REMARKS)}.`,
        created_at: day(index + random(30)),
      })),
    ),
  );
};

// --- internal ---

let state = 1;

/** A whole number below a limit; each run gets the same ones (the generator of Park and Miller). */
function random(limit) {
  state = (state * 48_271) % 2_147_483_647;
  return Math.floor((state / 2_147_483_647) * limit);
}

function pick(list) {
  return list[random(list.length)];
}

function day(index) {
  return new Date(Date.UTC(2026, 0, 1 + index));
}
