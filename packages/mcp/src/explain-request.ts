import { Access } from '@rest-gen/model/core';
import type { RestRouter } from '@rest-gen/router';
import { allowsUser, explainAccess } from '@rest-gen/router/internal';
import { serviceOf } from '@rest-gen/router/part';
import { concealIn, reasonLines } from './explain-refusal.ts';
import { reach } from './reach.ts';
import type { McpUser } from './types.ts';

/** What `explain` says of a request. */
export interface ExplainedRequest {
  readonly resource: string;
  /** `allowed`, a refusal with its status, or what it depends on. */
  readonly verdict: string;
  /** What the rules of the policies say. */
  readonly policies?: readonly string[];
  /** Conditions that a list gets, values that a new record gets, conditions on what is written. */
  readonly adds?: readonly string[];
  readonly sets?: readonly string[];
  readonly demands?: readonly string[];
}

/** Explain how a request would be answered, without running it. A record that the user may not read is explained like one that does not exist. */
export async function explainRequest(
  router: RestRouter,
  method: string,
  url: string,
  user: McpUser,
): Promise<ExplainedRequest> {
  const { controller, action, params } = reach(router, method, url);
  const resource = controller.name;
  if (action === undefined) return { resource, verdict: `405: the path does not have ${method}` };
  if (!allowsUser(controller, user, method)) return { resource, verdict: '403: your token does not have the ability' };
  const service = router.describe();
  const { policies } = serviceOf(router).project;
  const table = service.controllers.get(resource)?.table ?? '';
  const conceal = policies && concealIn(table, router, new Access(policies, user));
  const asked = { method, controller: resource, action: action.action, params };
  const access = await explainAccess(service, asked, user, conceal);
  if (access === undefined) return { resource, verdict: 'depends on what the action does' };
  if (access.verdict.startsWith('404')) return { resource, verdict: NOT_SEEN };
  const { verdict, adds, sets, demands } = access;
  return {
    resource,
    verdict,
    policies: access.policies.flatMap(reasonLines),
    ...(adds.length > 0 && { adds }),
    ...(sets.length > 0 && { sets }),
    ...(demands.length > 0 && { demands }),
  };
}

// --- internal ---

const NOT_SEEN = '404: there is no such record, or you may not read it';
