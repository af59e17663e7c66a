import { resolve } from '@feathersjs/schema';
import type { Static } from '@feathersjs/typebox';
import { getValidator, querySyntax, Type } from '@feathersjs/typebox';

import type { HookContext } from '../../declarations';
import { dataValidator, queryValidator } from '../../validators';
import type { IssueService } from './issues.class';

export const issueSchema = Type.Object(
  {
    id: Type.Number(),
    title: Type.String({ minLength: 1, maxLength: 120 }),
    state: Type.Union([Type.Literal('open'), Type.Literal('closed')]),
    hours: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
    ownerId: Type.Number(),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'Issue', additionalProperties: false },
);
export type Issue = Static<typeof issueSchema>;
export const issueValidator = getValidator(issueSchema, dataValidator);
export const issueResolver = resolve<IssueQuery, HookContext<IssueService>>({});

export const issueExternalResolver = resolve<Issue, HookContext<IssueService>>({});

const { title, state, hours } = issueSchema.properties;
export const issueDataSchema = Type.Object(
  { title, state: Type.Optional(state), hours: Type.Optional(hours) },
  { $id: 'IssueData', additionalProperties: false },
);
export type IssueData = Static<typeof issueDataSchema>;
export const issueDataValidator = getValidator(issueDataSchema, dataValidator);
export const issueDataResolver = resolve<Issue, HookContext<IssueService>>({
  ownerId: async (_value, _issue, context) => context.params.user!.id,
});

export const issuePatchSchema = Type.Partial(issueDataSchema, {
  $id: 'IssuePatch',
});
export type IssuePatch = Static<typeof issuePatchSchema>;
export const issuePatchValidator = getValidator(issuePatchSchema, dataValidator);
export const issuePatchResolver = resolve<IssuePatch, HookContext<IssueService>>({});

export const issueQuerySchema = Type.Intersect(
  [querySyntax(issueSchema), Type.Object({}, { additionalProperties: false })],
  { additionalProperties: false },
);
export type IssueQuery = Static<typeof issueQuerySchema>;
export const issueQueryValidator = getValidator(issueQuerySchema, queryValidator);
export const issueQueryResolver = resolve<IssueQuery, HookContext<IssueService>>({
  ownerId: async (value, _query, { method, params }) =>
    method === 'patch' || method === 'remove' ? params.user?.id : value,
});
