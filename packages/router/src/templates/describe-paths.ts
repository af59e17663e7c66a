import { type CompiledTarget, compileTarget, fillingOf } from '../core/compile/compile-target.ts';
import type { CompiledPart, CompiledRule } from '../core/compile/types.ts';
import { passesGates } from '../core/match/find-variant.ts';
import { testRule } from '../core/match/test-rule.ts';
import { methodOf } from '../core/parse/target.ts';
import { listTemplates, type Template, type TemplatePart } from './list-templates.ts';
import type { PathDescription, RuleDescription } from './types.ts';
import type { Opaque } from './value-template.ts';
import { writeTemplate } from './write-template.ts';

/**
 * Describe the paths of a rule: each variant of its expression is a template, once for each controller that it reaches.
 *
 * A path that is made of a template, with values that its patterns match and that need no escapes, is matched by the rule.
 *
 * @param controllers - names of all controllers
 */
export function describePaths(
  compiled: CompiledRule,
  controllers: readonly string[],
): Pick<RuleDescription, 'paths' | 'opaque'> {
  const { rule, looseSlash, controller: fixed } = compiled;
  if (rule.search) return { paths: [], opaque: "it is searched for anywhere in the path ({ match: 'search' })" };
  const templates = listTemplates(rule);
  const read = templates.filter((template) => typeof template === 'object');
  const whole: WholeRule = { ...compiled, expression: wholeOf(rule), target: compileTarget(rule) };
  const named = fixed === undefined ? controllers : controllers.filter((controller) => controller === fixed);
  const found = named.flatMap((controller) => read.map((one) => describePath(one, whole, controller)));
  const paths = found.filter((path) => typeof path === 'object');
  const opaque = [...templates, ...found].find((reason) => typeof reason === 'string');
  return { paths: withoutDoubles(paths, looseSlash), opaque };
}

// --- internal ---

/** A rule, with what every path is tried with. */
interface WholeRule extends CompiledRule {
  /** Matches whole paths. */
  readonly expression: RegExp;
  readonly target: CompiledTarget;
}

/** `undefined` when no path has this template, or a path with it reaches another controller. */
function describePath(
  template: Template,
  compiled: WholeRule,
  controller: string,
): PathDescription | Opaque | undefined {
  const named = nameController(template, compiled, controller);
  if (typeof named !== 'object') return named;
  const { examples, ...path } = writeTemplate(named, compiled.paramNames);
  const missed = whyNotMatched(compiled, path.template, examples);
  if (missed !== MATCHED) return missed;
  if (!examples.every((path) => leadsTo(controller, path, compiled)))
    return 'more than one place could name the controller';
  // A variant that is tried before takes all of them, for other parameters: it has a template of its own.
  const [example] = examples.filter((path) => fills(named, path, compiled));
  if (example === undefined) return undefined;
  const isItem = named.filling.params.some(({ name }) => name === 'id');
  const { action } = compiled.rule.target;
  return { controller, ...path, isItem, ...(action !== undefined && { action: methodOf(action) }), example };
}

const MATCHED = '';

/** Why the rule does not take the examples; `undefined` where nothing else is like the template. */
function whyNotMatched(compiled: CompiledRule, template: string, examples: readonly string[]): Opaque | undefined {
  const missed = examples.filter((path) => !path.startsWith('/') || !testRule(compiled, path));
  // With signs in its places that no rule knows: a group must not need any value, either.
  if (missed.length === 0 && passesGates(compiled, template.replace(/\{\w+\}/g, '\u0001'))) return MATCHED;
  if (!template.startsWith('/')) {
    // Every path begins with a slash.
    return template.startsWith('{') ? 'its paths begin with something else than "/"' : undefined;
  }
  const [first = ''] = missed;
  if (first !== '' && passesGates(compiled, first)) return `it does not take ${first}, which is one of ${template}`;
  return examples.length > 1 ? `the group around it decides which of ${template} it takes` : undefined;
}

/** Whether the captures name this controller: what is beside them may take a part of its name. */
function leadsTo(
  controller: string,
  path: string,
  { controller: fixed, controllerParts, expression }: WholeRule,
): boolean {
  if (fixed !== undefined) return true;
  const found = expression.exec(path);
  const named = controllerParts.map((part) => {
    return typeof part === 'string' ? part : part.map((group) => found?.[group]).find((text) => text !== undefined);
  });
  return named.join('') === controller;
}

/** Whether a path fills the parameters of this variant of the expression. */
function fills({ filling }: Template, path: string, { expression, target }: WholeRule): boolean {
  const found = expression.exec(path);
  if (found === null) return true;
  const groups = new Set([...found.keys()].filter((group) => found[group] !== undefined));
  const filled = fillingOf(target, groups).params;
  return filled.map(({ name }) => name).join() === filling.params.map(({ name }) => name).join();
}

function wholeOf({ pattern }: CompiledRule['rule']): RegExp {
  return new RegExp(`^(?:${pattern.source})$`, pattern.flags);
}

/** The last slash is tolerated where the rule is not strict, and needs no path of its own. */
function withoutDoubles(paths: readonly PathDescription[], looseSlash: boolean): PathDescription[] {
  const known = new Set<string>();
  const keyOf = ({ controller, parameters }: PathDescription, template: string) => {
    return JSON.stringify([controller, template, parameters]);
  };
  const plain = new Set(paths.map((path) => keyOf(path, path.template)));
  return paths.filter((path) => {
    const key = keyOf(path, path.template);
    const same = looseSlash && path.template.endsWith('/') && plain.has(keyOf(path, path.template.slice(0, -1)));
    if (known.has(key) || same) return false;
    known.add(key);
    return true;
  });
}

/**
 * Put the name of a controller where the captures of a template name it.
 *
 * @returns `undefined` when this variant does not lead to the controller
 */
function nameController(
  template: Template,
  { controller: fixed, rule }: CompiledRule,
  controller: string,
): Template | Opaque | undefined {
  if (fixed !== undefined) return fixed === controller ? template : undefined;
  const slots = template.filling.controller as readonly CompiledPart[];
  const groups = slots.flatMap((slot) => (typeof slot === 'string' ? [] : [slot[0] as number]));
  const places = groups.map((group) => template.parts.find((part) => part.kind === 'place' && part.group === group));
  if (groups.length === 0) return undefined;
  if (places.includes(undefined)) return 'the capture that names the controller has another one in it';
  const texts = readTexts(slots, places as Place[], controller, rule.pattern.flags);
  if (texts === undefined) return undefined;
  const parts = template.parts.map((part): TemplatePart => {
    const text = part.kind === 'place' ? texts.get(part.group) : undefined;
    return text === undefined ? part : { kind: 'text', text };
  });
  return { ...template, parts };
}

type Place = Extract<TemplatePart, { kind: 'place' }>;

/** The values of the captures for this name; `undefined` when one of them does not match. */
function readTexts(
  slots: readonly CompiledPart[],
  places: readonly Place[],
  controller: string,
  flags: string,
): Map<number | undefined, string> | undefined {
  let at = 0;
  const written = slots.map((slot) => {
    if (typeof slot === 'string') return slot;
    return places[at++]?.value.isMultiSegment ? '(.+)' : '([^/]+)';
  });
  const found = new RegExp(`^${written.join('')}$`).exec(controller);
  if (found === null) return undefined;
  const texts = new Map<number | undefined, string>();
  for (const [index, { group, source }] of places.entries()) {
    const text = found[index + 1] as string;
    const known = texts.get(group);
    if (!new RegExp(`^(?:${source})$`, flags).test(text) || (known !== undefined && known !== text)) return undefined;
    texts.set(group, text);
  }
  return texts;
}
