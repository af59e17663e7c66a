import type { Row } from '@rest-gen/model';

type Role = 'owner' | 'member' | 'guest';
export type Table = keyof typeof RECORDS;

/** Who sends a request: people of organization 1, of organization 2, of both and of none, and nobody. */
export const USERS = {
  owner: 1,
  member: 2,
  guest: 3,
  stranger: 4,
  'member of both': 5,
  newcomer: 6,
  nobody: undefined,
} as const;
export type UserId = number | undefined;

/** In the order of their foreign keys. Each organization has a private project, a public one and one without issues. */
export const RECORDS = {
  organization: rows(['name'], [['One'], ['Two']]),
  user: rows(['name', 'email'], Object.keys(USERS).slice(0, 6).map(toUser)),
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
    ['organization_id', 'name', 'is_public'],
    [
      [1, 'Private', false],
      [1, 'Public', true],
      [1, 'Empty', false],
      [2, 'Private', false],
      [2, 'Public', true],
      [2, 'Empty', true],
    ],
  ),
  issue: rows(
    ['project_id', 'reporter_id', 'number', 'title'],
    [
      [1, 2, 1, 'a'],
      [2, 1, 1, 'b'],
      [4, 4, 1, 'c'],
      [5, 5, 1, 'd'],
    ],
  ),
  comment: rows(
    ['issue_id', 'author_id', 'body'],
    [
      [1, 1, 'e'],
      [1, 2, 'f'],
      [2, 3, 'g'],
      [2, 5, 'h'],
      [3, 4, 'i'],
      [4, 5, 'j'],
      // The author no longer belongs to organization 2.
      [4, 2, 'k'],
    ],
  ),
  label: rows(
    ['name', 'color'],
    [
      ['bug', '#111111'],
      ['docs', '#222222'],
    ],
  ),
  issue_label: rows(
    ['issue_id', 'label_id'],
    [
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
    ],
  ),
};

/** What a user may see of a table: nobody is asked to sign in where nothing is public. */
export function needsUser(table: Table): boolean {
  return table === 'organization' || table === 'membership' || table === 'user';
}

export function mayRead(user: UserId, table: Table, row: Row): boolean {
  switch (table) {
    case 'label':
      return true;
    case 'user':
      return user !== undefined;
    case 'organization':
    case 'membership':
      return roleOf(user, organizationOf(table, row)) !== undefined;
    default:
      return projectOf(table, row).is_public === true || roleOf(user, organizationOf(table, row)) !== undefined;
  }
}

/** A record as a user sees it. */
export function shown(user: UserId, table: Table, row: Row): Row {
  if (table !== 'user') return row;
  const isOwner = RECORDS.membership.some(
    ({ organization_id, user_id }) => user_id === row.id && roleOf(user, organization_id) === 'owner',
  );
  const { id, name, email } = row;
  return { id, name, email: isOwner || id === user ? email : null };
}

/** Whether the policies allow to change or to delete a record that the user sees. */
export function mayWrite(user: UserId, operation: 'create' | 'update' | 'delete', table: Table, row: Row): boolean {
  if (table === 'user') return operation === 'update' && row.id === user;
  const role = roleOf(user, organizationOf(table, row));
  switch (table) {
    case 'issue':
      return role === 'owner' || (role === 'member' && operation !== 'delete');
    case 'issue_label':
      return role === 'owner' || role === 'member';
    case 'comment':
      if (operation === 'delete') return role === 'owner';
      return role !== undefined && (operation === 'create' || row.author_id === user);
    default:
      return role === 'owner';
  }
}

export function roleOf(user: UserId, organization: unknown): Role | undefined {
  const found = RECORDS.membership.find((one) => one.user_id === user && one.organization_id === organization);
  return found?.role as Role | undefined;
}

export function organizationOf(table: Table, row: Row): unknown {
  if (table === 'organization') return row.id;
  return table === 'membership' ? row.organization_id : projectOf(table, row).organization_id;
}

// --- internal ---

function projectOf(table: Table, row: Row): Row {
  if (table === 'project') return row;
  const issue = table === 'issue' ? row : (RECORDS.issue.find(({ id }) => id === row.issue_id) ?? {});
  return RECORDS.project.find(({ id }) => id === issue.project_id) ?? {};
}

function rows(names: readonly string[], list: readonly (readonly unknown[])[]): Row[] {
  return list.map((values, index) => ({
    id: index + 1,
    ...Object.fromEntries(names.map((name, at) => [name, values[at]])),
  }));
}

function toUser(name: string): readonly string[] {
  return [name, `${name.replaceAll(' ', '-')}@example.com`];
}
