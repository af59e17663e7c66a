import type { Request, Response } from 'express';
import type { RequestContext } from '../controller/types.ts';
import type { ModelProvider } from '../model/types.ts';
import type { ResolvedOptions } from '../options.ts';
import { readQuery } from './read-query.ts';
import type { ActionPlan, Route } from './types.ts';

/** Gather what the controller of one request reads and sets: step 3. */
export function createContext(
  req: Request,
  res: Response,
  { matched, controller }: Route,
  plan: ActionPlan,
  { model, options, signal }: { model: ModelProvider | undefined; options: ResolvedOptions; signal: AbortSignal },
): RequestContext {
  return {
    req,
    res,
    controller: controller.name,
    action: plan.action,
    paramNames: matched.rule.paramNames,
    params: matched.params,
    query: readQuery(req.url, options.limits.query),
    list: controller.list,
    model,
    signal,
    envelope: options.envelope,
    logic: plan.logic,
    itemLogics: undefined,
    input: undefined,
    answer: undefined,
    guarded: false,
  };
}
