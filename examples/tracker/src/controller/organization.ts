import type { AfterWrite } from '@rest-gen/router';
import type logic from '../logic/organization.js';
import Rest from './rest.js';

export default class Organization extends Rest<typeof logic> {
  static actions = ['get', 'query', 'post', 'patch'];
  static include = {
    projects: true, // project.organization_id
    projectCount: { count: 'project' },
    memberships: { include: { user: true } },
  };

  /** The user who adds an organization becomes its owner. `unrestricted`, because only owners may add memberships, and there is no owner yet. */
  override async afterWrite({ action, after }: AfterWrite): Promise<void> {
    if (action !== 'create' || this.user === undefined) return;
    const membership = { organization_id: Number(after.id), user_id: this.user.id, role: 'owner' } as const;
    await this.model('membership').unrestricted().add(membership);
  }
}
