import Rest from './rest.js';

export default class Organization extends Rest {
  static actions = ['get', 'query'];
  static include = {
    projects: true, // project.organization_id
    projectCount: { count: 'project' },
  };
}
