import type { RuleIndex } from '../../compile/types.ts';
import type { ControllerPlan } from '../../dispatch/types.ts';
import type { ModelProvider } from '../../model/types.ts';
import type { ResolvedOptions } from '../../options.ts';
import type { ServiceDescription } from '../types.ts';
import { describeController } from './describe-controller.ts';
import { describePaths } from './describe-paths.ts';

/** What a description is made of. */
export interface Service {
  readonly index: RuleIndex;
  /** Where the rules stand; `undefined` when they were handed over. */
  readonly file: string | undefined;
  readonly controllers: ReadonlyMap<string, ControllerPlan>;
  readonly model: ModelProvider | undefined;
  readonly options: ResolvedOptions;
}

/** Describe a service for tools; nothing of the user's is called. */
export function describeService({ index, file, controllers, model, options }: Service): ServiceDescription {
  const names = [...controllers.keys()];
  const classes = new Set(Array.from(controllers.values(), ({ Class }) => Class));
  const rules = index.rules.map((compiled) => {
    const { number, text } = compiled.rule;
    return { number, text, file, ...describePaths(compiled, names) };
  });
  return {
    rules,
    controllers: new Map(Array.from(controllers, ([name, plan]) => [name, describeController(plan, classes)])),
    model,
    limits: options.limits,
    hasEnvelope: options.envelope !== undefined,
    hasOnError: options.onError !== undefined,
    problemType: options.problemType,
  };
}
