import { ValidationError } from '../errors.ts';
import type { ActionInput, CompiledAction, FieldError, RunOptions, Section, Sources } from '../types.ts';
import { MOST_ERRORS } from './prepare.ts';
import type { SectionPlan } from './section-plan.ts';

/** Join the sections of an action; undefined when there are none. */
export function createAction(plans: readonly SectionPlan[]): CompiledAction | undefined {
  if (plans.length === 0) return undefined;
  return {
    fields: (section) => plans.find((plan) => plan.section === section)?.names,
    run: (sources, options) => runAction(plans, sources, options),
  };
}

// --- internal ---

function runAction(plans: readonly SectionPlan[], sources: Sources, options: RunOptions = {}): ActionInput {
  const input: ActionInput = {
    params: sources.params ?? {},
    query: sources.query ?? {},
    headers: sources.headers ?? {},
    body: sources.body,
    files: sources.files ?? {},
  };
  const errors: FieldError[] = [];
  for (const plan of plans) {
    const { section } = plan;
    const sectionOptions = {
      text: isText(section, options),
      open: section === 'query' && options.openQuery === true,
      given: section === 'body' ? options.given : undefined,
    };
    input[section] = plan.run(sources[section], sectionOptions, errors) as Record<string, unknown>;
  }
  if (errors.length > 0) throw new ValidationError(errors.slice(0, MOST_ERRORS));
  return input;
}

function isText(section: Section, options: RunOptions): boolean {
  return section === 'body' ? options.textBody === true : section !== 'files';
}
