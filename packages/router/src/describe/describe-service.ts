import type { CompiledRule } from '../core/compile/types.ts';
import type { Service } from '../core/contracts/service.ts';
import { describePaths } from '../templates/describe-paths.ts';
import type { RuleDescription } from '../templates/types.ts';
import type { ServiceDescription } from './contracts/description.ts';
import { describeController } from './describe-controller.ts';

/** Describe a service for tools; nothing of the user's is called. The paths of a rule are found when they are first read. */
export function describeService({
  project,
  index,
  controllers,
  statics,
  securitySchemes,
  options,
}: Service): ServiceDescription {
  const names = [...controllers.keys()];
  return {
    rules: index.rules.map((compiled) => describeRule(compiled, project.rulesFile, names)),
    controllers: new Map(
      Array.from(controllers, ([name, plan]) => [name, describeController(plan, statics, project.policies)]),
    ),
    model: project.activeModels,
    policies: project.policies,
    limits: options.limits,
    prefix: options.prefix?.startsWith('/') ? options.prefix : '',
    hasEnvelope: options.envelope !== undefined,
    securitySchemes,
    hasOnError: options.onError !== undefined,
    problemType: options.problemType,
  };
}

// --- internal ---

function describeRule(compiled: CompiledRule, file: string | undefined, names: readonly string[]): RuleDescription {
  const { number, text } = compiled.rule;
  let found: ReturnType<typeof describePaths> | undefined;
  const read = () => {
    found ??= describePaths(compiled, names);
    return found;
  };
  return {
    number,
    text,
    file,
    get paths() {
      return read().paths;
    },
    get opaque() {
      return read().opaque;
    },
  };
}
