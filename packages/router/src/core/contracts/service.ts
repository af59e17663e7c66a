import type { RuleIndex } from '../compile/types.ts';
import type { ParsedRule, SkippedRule } from '../parse/types.ts';
import type { ResolvedOptions } from './options.ts';
import type { ControllerPlan } from './plan.ts';
import type { Project } from './project.ts';

/** What a router knows of itself, once its project is loaded. */
export interface Service {
  readonly project: Project;
  readonly options: ResolvedOptions;
  /** All rules, in written order. */
  readonly parsed: readonly (ParsedRule | SkippedRule)[];
  readonly index: RuleIndex;
  readonly controllers: ReadonlyMap<string, ControllerPlan>;
  /** The names of the static members of classes that mean something. */
  readonly statics: readonly string[];
  /** Schemes of OpenAPI by name, of the parts. */
  readonly securitySchemes: Readonly<Record<string, object>>;
}
