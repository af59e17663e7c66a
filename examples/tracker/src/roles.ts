import type { User } from '@rest-gen/router';

type Role = 'owner' | 'member' | 'guest';

/** Relations of policies, from a record to the memberships of its organization. */
export const organization = { include: { memberships: true } };
export const project = { include: { organization } };

/** A rule: the users who belong to the organization, with one of these roles if some are given. */
export function belongs(path: string, ...roles: Role[]) {
  return ({ id }: User) => ({ [`${path}.user_id`]: id, ...(roles.length > 0 && { [`${path}.role`]: roles }) });
}

/** The same for a record of an issue. */
export const belongsByIssue = (...roles: Role[]) => belongs('issue.project.organization.memberships', ...roles);

/** Create, update and delete by the same rule. */
export const writes = <T>(rule: T) => ({ create: rule, update: rule, delete: rule });

/** Part of the policies of what belongs to an issue: it is shown to those who see the issue. */
export const ofIssue = {
  relations: { issue: { key: 'issue_id', include: { project } } },
  read: [{ 'issue.project.is_public': true }, belongsByIssue()],
};
