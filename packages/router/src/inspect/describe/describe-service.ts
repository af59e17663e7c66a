import type { ServiceDescription } from '../../contracts/description.ts';
import type { Service } from '../../contracts/service.ts';
import { describePaths } from '../../templates/describe-paths.ts';
import { describeController } from './describe-controller.ts';

/** Describe a service for tools; nothing of the user's is called. */
export function describeService({ project, index, controllers, options }: Service): ServiceDescription {
  const names = [...controllers.keys()];
  const classes = new Set(Array.from(controllers.values(), ({ Class }) => Class));
  const rules = index.rules.map((compiled) => {
    const { number, text } = compiled.rule;
    return { number, text, file: project.rulesFile, ...describePaths(compiled, names) };
  });
  return {
    rules,
    controllers: new Map(
      Array.from(controllers, ([name, plan]) => [name, describeController(plan, classes, project.policies)]),
    ),
    model: project.living,
    policies: project.policies,
    limits: options.limits,
    hasEnvelope: options.envelope !== undefined,
    hasOnError: options.onError !== undefined,
    problemType: options.problemType,
  };
}
