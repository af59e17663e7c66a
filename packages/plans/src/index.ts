export { createPlans, type PlanHandler } from './create-plans.ts';
export { PLAN_CODES, type PlanCode } from './errors.ts';
export type { ChangeCount, Plan, PlanRequest, PlanUser } from './types.ts';
