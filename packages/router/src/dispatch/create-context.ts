import type { ActionInput, CompiledAction } from '@rest-gen/logic';
import type { Request, Response } from 'express';
import type { Params } from '../compile/types.ts';
import type { Answer, RawQuery, RequestContext } from '../controller/types.ts';
import type { ListPlan } from '../list/types.ts';
import { readSearch } from '../match/read-target.ts';
import type { ModelProvider } from '../model/types.ts';
import type { Exchange } from './exchange.ts';
import { readQuery } from './read-query.ts';
import type { ActionPlan, Route, Surface } from './types.ts';

/** Gather what the controller of one request reads and sets: step 3. */
export function createContext(exchange: Exchange, route: Route, plan: ActionPlan, surface: Surface): RequestContext {
  return new Context(exchange, route, plan, surface);
}

// --- internal ---

/** A class for the sake of `signal`, which most actions never ask for. */
class Context implements RequestContext {
  readonly req: Request;
  readonly res: Response;
  readonly controller: string;
  readonly action: string;
  readonly paramNames: ReadonlySet<string>;
  readonly params: Params;
  readonly query: RawQuery;
  readonly list: ListPlan;
  readonly traced: boolean;
  readonly envelope: RequestContext['envelope'];
  readonly bodyLimit: number;
  readonly answerLimit: number;
  pageRecords: number | undefined = undefined;
  model: ModelProvider | undefined;
  logic: CompiledAction | undefined;
  itemLogics: readonly CompiledAction[] | undefined = undefined;
  input: ActionInput | undefined = undefined;
  answer: Answer | undefined = undefined;
  guarded = false;
  readonly #exchange: Exchange;

  constructor(exchange: Exchange, { matched, controller }: Route, plan: ActionPlan, { model, options }: Surface) {
    this.req = exchange.req;
    this.res = exchange.res;
    this.controller = controller.name;
    this.action = plan.action;
    this.paramNames = matched.rule.paramNames;
    this.params = matched.params;
    this.query = readQuery(readSearch(exchange.req), options.limits.query);
    this.list = controller.list;
    this.traced = options.teach || options.onError !== undefined;
    this.envelope = options.envelope;
    this.bodyLimit = options.limits.body;
    this.answerLimit = options.limits.answer;
    this.model = model;
    this.logic = plan.logic;
    this.#exchange = exchange;
  }

  get signal(): AbortSignal {
    return this.#exchange.signal;
  }
}
