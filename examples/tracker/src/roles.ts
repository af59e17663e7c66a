import type { User } from '@rest-gen/router';

/** Relations of policies, from a record to the memberships of its organization. */
export const organization = { include: { memberships: true } };
export const project = { include: { organization } };
export const issue = { include: { project } };

/** A rule: the users who belong to the organization, with one of these roles if some are given. */
export function belongs(path: string, ...roles: ('owner' | 'member' | 'guest')[]) {
  return ({ id }: User) => ({ [`${path}.user_id`]: id, ...(roles.length > 0 && { [`${path}.role`]: roles }) });
}
