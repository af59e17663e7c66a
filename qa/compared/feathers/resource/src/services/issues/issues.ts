import { hooks as schemaHooks } from '@feathersjs/schema';
import { requireUser } from '../../authentication';
import type { Application } from '../../declarations';
import { getOptions, IssueService } from './issues.class';
import {
  issueDataResolver,
  issueDataValidator,
  issueExternalResolver,
  issuePatchResolver,
  issuePatchValidator,
  issueQueryResolver,
  issueQueryValidator,
  issueResolver,
} from './issues.schema';

export const issuePath = 'issues';
export const issueMethods: Array<keyof IssueService> = ['find', 'get', 'create', 'patch', 'remove'];

export * from './issues.class';
export * from './issues.schema';

export const issue = (app: Application) => {
  app.use(issuePath, new IssueService(getOptions(app)), {
    methods: issueMethods,
  });
  app.service(issuePath).hooks({
    around: {
      all: [schemaHooks.resolveExternal(issueExternalResolver), schemaHooks.resolveResult(issueResolver)],
    },
    before: {
      all: [schemaHooks.validateQuery(issueQueryValidator), schemaHooks.resolveQuery(issueQueryResolver)],
      create: [requireUser, schemaHooks.validateData(issueDataValidator), schemaHooks.resolveData(issueDataResolver)],
      patch: [requireUser, schemaHooks.validateData(issuePatchValidator), schemaHooks.resolveData(issuePatchResolver)],
      remove: [requireUser],
    },
  });
};

declare module '../../declarations' {
  interface ServiceTypes {
    [issuePath]: IssueService;
  }
}
