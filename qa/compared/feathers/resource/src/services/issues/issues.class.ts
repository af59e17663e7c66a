import type { Params } from '@feathersjs/feathers';
import type { KnexAdapterOptions, KnexAdapterParams } from '@feathersjs/knex';
import { KnexService } from '@feathersjs/knex';

import type { Application } from '../../declarations';
import type { Issue, IssueData, IssuePatch, IssueQuery } from './issues.schema';

export type { Issue, IssueData, IssuePatch, IssueQuery };

export interface IssueParams extends KnexAdapterParams<IssueQuery> {}

export class IssueService<ServiceParams extends Params = IssueParams> extends KnexService<
  Issue,
  IssueData,
  IssueParams,
  IssuePatch
> {}

export const getOptions = (app: Application): KnexAdapterOptions => {
  return {
    paginate: app.get('paginate'),
    Model: app.get('postgresqlClient'),
    name: 'issues',
  };
};
