import { type ModelProvider, recordChanges, rehearse } from '@rest-gen/model/core';
import type { HttpError, RestRouter, RouterAnswer } from '@rest-gen/router';
import { checkBodyLimits } from '@rest-gen/router/internal';
import { serviceOf } from '@rest-gen/router/part';
import { countChanges } from './count-changes.ts';
import { describeChanges, digestOf, findGenerated } from './digest.ts';
import { PLAN_CODES, planError } from './errors.ts';
import { mergeChanges } from './merge-changes.ts';
import { cleanPlans, explainTable, hashOf, newToken, openPlans, type StoredPlan, seal, unseal } from './plan-store.ts';
import { readRequest } from './read-request.ts';
import { requesterOf } from './requester.ts';
import type { Plan, PlanRequest, PlanUser } from './types.ts';

/** Plans of a router: what its writes would do, and the commit of those that have been seen. */
export class Plans {
  readonly #router: RestRouter;

  constructor(router: RestRouter) {
    this.#router = router;
  }

  /**
   * Run a write twice in a transaction that is rolled back, and keep what it would change.
   *
   * @returns 200 with a {@link Plan}, or the answer that refuses the write
   * @throws {HttpError} 422 `E_PLAN_REQUEST`; 413 `E_BODY_LIMIT`
   * @throws {Error} without a model, or without the table `plan_token`
   */
  async plan(given: PlanRequest, user: PlanUser): Promise<RouterAnswer> {
    const request = readRequest(given);
    const models = await this.#models();
    // Its class counts the items.
    checkBodyLimits(request.body, serviceOf(this.#router).options.limits, { maxItems: Number.POSITIVE_INFINITY });
    const { before, first, second } = await rehearse(models, async () => ({
      before: request.method === 'POST' ? null : await this.#read(request.url, user),
      first: await this.#try(request, user),
      second: await this.#try(request, user),
    }));
    const { changes: firstChanges = [], ...answer } = first;
    if (answer.status >= 400) return answer;
    const changes = await mergeChanges(models, firstChanges);
    const repeated = await mergeChanges(models, second.changes ?? []);
    const lines = await describeChanges(models, changes, request.body);
    const generated = findGenerated(lines, await describeChanges(models, repeated, request.body));
    const token = newToken();
    const expires_at = inFuture(LIFETIME);
    const row: StoredPlan = {
      id: hashOf(token),
      requester: requesterOf(user),
      request: seal(request, token),
      digest: digestOf(lines, generated),
      generated: [...generated],
      expires_at,
      answer: null,
    };
    await this.#stored(async () => {
      await cleanPlans(models);
      await openPlans(models).insert({ ...row });
    });
    const { policies } = serviceOf(this.#router).project;
    const counts = countChanges(changes, policies, user);
    const plan: Plan = { before, after: answer.body ?? null, changes: counts, token, expires_at };
    return {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
      body: plan,
    };
  }

  /**
   * Run the write of a plan once, if it changes what the plan has shown; a repeated commit has the answer of the first one.
   *
   * @returns the answer of the write; 401, 403, 429 and 500 and above leave the plan as it is
   * @throws {HttpError} 404 `E_PLAN`; 412 `E_PLAN_CHANGED`
   */
  async commit(token: string, user: PlanUser): Promise<RouterAnswer> {
    const models = await this.#models();
    try {
      return await this.#stored(() => models.transaction(() => this.#commit(models, token, user)));
    } catch (error) {
      if (error instanceof Refused) return error.answer;
      throw error;
    }
  }

  // --- internal ---

  async #commit(models: ModelProvider, token: string, user: PlanUser): Promise<RouterAnswer> {
    const plans = openPlans(models);
    const where = { id: hashOf(token) };
    const stored = (await plans.findMany({ where, lock: true }))[0] as StoredPlan | undefined;
    const isEnded = stored === undefined || new Date(stored.expires_at).getTime() < Date.now();
    if (isEnded || stored.requester !== requesterOf(user)) throw planError('E_PLAN');
    if (stored.answer !== null) return unseal(stored.answer, token) as RouterAnswer;
    const { method, url, ...request } = unseal(stored.request, token) as PlanRequest;
    const { result: answer, changes } = await recordChanges(() =>
      this.#router.request(method, url, { ...request, user, callable: true }),
    );
    if (PASSED.has(answer.status) || answer.status >= 500) throw new Refused(answer);
    if (answer.status >= 400) throw changed(`Now it is refused: ${answer.status} ${answer.body?.code ?? ''}`.trimEnd());
    const lines = await describeChanges(models, await mergeChanges(models, changes), request.body);
    if (digestOf(lines, new Set(stored.generated)) !== stored.digest) throw changed();
    await plans.update(where, { answer: seal(answer, token), expires_at: inFuture(REPEATED) });
    return answer;
  }

  async #read(url: string, user: PlanUser): Promise<unknown> {
    const { status, body } = await this.#router.request('GET', url, { user, callable: true, dryRun: true });
    return status === 200 ? body : null;
  }

  #try({ method, url, ...request }: PlanRequest, user: PlanUser): Promise<RouterAnswer> {
    return this.#router.request(method, url, { ...request, user, callable: true, dryRun: true });
  }

  async #models(): Promise<ModelProvider> {
    await this.#router.ready;
    const { model } = serviceOf(this.#router).project;
    if (model === undefined) throw new Error('Plans are kept in the model of the project: write src/config/model.');
    return model;
  }

  async #stored<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw explainTable(error);
    }
  }
}

// --- internal ---

/** Milliseconds from a plan to its commit. */
const LIFETIME = 5 * 60_000;
/** Milliseconds in which a commit can be repeated. */
const REPEATED = 60 * 60_000;
/** They say something of the user or the moment, and nothing of what has changed. */
const PASSED: ReadonlySet<number> = new Set([401, 403, 408, 429]);

/** Carries an answer out of the transaction that it rolls back. */
class Refused extends Error {
  readonly answer: RouterAnswer;

  constructor(answer: RouterAnswer) {
    super('The write is refused.');
    this.answer = answer;
  }
}

function inFuture(milliseconds: number): string {
  // Not every column holds parts of a second.
  return new Date(Math.ceil((Date.now() + milliseconds) / 1_000) * 1_000).toISOString();
}

function changed(detail?: string): HttpError {
  return planError('E_PLAN_CHANGED', detail && `${PLAN_CODES.E_PLAN_CHANGED[1]} ${detail}`);
}
