import { isPlainObject } from '@rest-gen/logic/common';
import {
  attempt,
  buildTree,
  type CompileContext,
  type ControllerPlan,
  checkMembers,
  compileRule,
  createParts,
  createSearch,
  givenModules,
  idNames,
  importCompiler,
  isGiven,
  type KnownMembers,
  knownMembers,
  loadModules,
  missingAction,
  missingController,
  type ParsedRule,
  type ParseOptions,
  type Project,
  parseRules,
  planController,
  type Refuse,
  type ResolvedOptions,
  type RestRouterOptions,
  type RuleConfig,
  type RuleIndex,
  resolveOptions,
  resourceClassOf,
  type SkippedRule,
  tableNames,
  toProject,
} from '@rest-gen/router/internal';

/** The valid parts of a project, and the errors of the others. */
export interface CheckedProject {
  readonly project: Project;
  /** How many rules are written, those in groups too. */
  readonly written: number;
  readonly parsed: readonly (ParsedRule | SkippedRule)[];
  readonly index: RuleIndex;
  readonly controllers: ReadonlyMap<string, ControllerPlan>;
  /** The members that controllers can have. */
  readonly members: KnownMembers;
  /** All rules were parsed, so a missing effect cannot be caused by an invalid rule. */
  readonly hasAllRules: boolean;
  readonly errors: readonly unknown[];
}

/**
 * Run all stages of a start, and continue after errors that would stop it.
 *
 * @returns without `project` when nothing could be loaded
 */
export async function loadProject(
  options: RestRouterOptions,
): Promise<CheckedProject | Pick<CheckedProject, 'errors'>> {
  const errors: unknown[] = [];
  const refuse: Refuse = (error) => void errors.push(error);
  const start = await load(options, refuse).catch(refuse);
  if (!start) return { errors };
  const { resolved, project } = start;
  const file = project.rulesFile;
  const { caseSensitive, strict } = resolved;
  const isLoaded = options.rules !== undefined || file !== undefined;
  const before = errors.length;
  // The list may be any value, or contain itself.
  const written = attempt(refuse, () => countRules(project.rules));
  const parsed =
    written === undefined
      ? []
      : parseEach(project.rules, { caseSensitive, strict, file, idName: idNames(project) }, refuse);
  const index = compileEach(parsed, resolved, file, refuse);
  const hasAllRules = isLoaded && errors.length === before;
  const parts = attempt(refuse, () => checkedParts(project, options)) ?? createParts(project);
  const members = knownMembers(parts);
  for (const error of checkMembers(project.controllers.values(), members)) refuse(error);
  const controllers = new Map<string, ControllerPlan>();
  for (const [name, loaded] of project.controllers) {
    const plan = attempt(refuse, () => planController(loaded, project.logics.get(name), parts));
    if (plan) controllers.set(name, plan);
  }
  for (const rule of index.rules) {
    const error = missingController(rule, project.controllers, file) ?? missingAction(rule, controllers, file);
    if (error && !isBroken(rule.controller as string, errors)) errors.push(error);
  }
  return { project, written: written ?? 0, parsed, index, controllers, members, hasAllRules, errors };
}

/** Whether the file of a controller or logic is there, and refused. */
export function isBroken(name: string, errors: readonly unknown[], directory = 'controller'): boolean {
  return errors.some((error) => {
    const { file } = error as { file?: unknown };
    return typeof file === 'string' && file.replace(/\.\w+$/, '').endsWith(`${directory}/${name}`);
  });
}

/** Whether a class has an action of its base class: what it writes itself may do anything. */
export function isInherited(Class: unknown, action: string): boolean {
  const { prototype } = Class as { prototype: object };
  return action in prototype && !Object.hasOwn(prototype, action);
}

/**
 * The tables that `static include` of any class can mean: their classes say what is shown of a record, and their hooks
 * run when it is written with another.
 */
export function includedTables(controllers: Iterable<ControllerPlan>): ReadonlySet<string> {
  const found = new Set<string>();
  // A wrong one has its own finding.
  const add = (include: unknown): void => {
    for (const [relation, declared] of Object.entries(isPlainObject(include) ? include : {})) {
      const { table, through, include: inner } = Object(declared);
      for (const name of [...(table === undefined ? tableNames(relation) : [table]), through]) found.add(name);
      add(inner);
    }
  };
  for (const plan of controllers) add(resourceClassOf(plan).Class.include);
  return found;
}

// --- internal ---

/** @throws {StartError} `E_PART` */
function checkedParts(project: Project, options: RestRouterOptions): ReturnType<typeof createParts> {
  const parts = createParts(project, options.parts);
  knownMembers(parts);
  return parts;
}

async function load(options: RestRouterOptions, refuse: Refuse) {
  const resolved = resolveOptions(options);
  const modules = isGiven(options) ? givenModules(options) : await loadModules(options, refuse);
  await importCompiler(modules, options);
  return { resolved, project: toProject(modules, options, refuse) };
}

/** All rules at once; if that fails each one separately, so that a rule that does not parse leaves out only itself. */
function parseEach(rules: readonly RuleConfig[], options: ParseOptions, refuse: Refuse): (ParsedRule | SkippedRule)[] {
  const all = attempt(
    () => undefined,
    () => parseRules(rules, options),
  );
  if (all) return all;
  return leavesOf(rules).flatMap((only) => attempt(refuse, () => parseRules(only, options)) ?? []);
}

/** One list of the same length for each rule, with only this rule in its groups. */
function leavesOf(rules: readonly RuleConfig[]): (readonly RuleConfig[])[] {
  return rules.flatMap((rule, at) => {
    const inner = rulesIn(rule);
    // A group without rules still has a `match` to check.
    const parts = inner ? [new Array<RuleConfig>(inner.length), ...leavesOf(inner)] : [];
    const entries = inner ? parts.map((part) => ({ ...rule, rules: part }) as RuleConfig) : [rule];
    return entries.map((entry) => {
      const only = new Array<RuleConfig>(rules.length);
      only[at] = entry;
      return only;
    });
  });
}

function countRules(rules: readonly RuleConfig[]): number {
  return rules.reduce((sum, rule) => {
    const inner = rulesIn(rule);
    return sum + (inner ? countRules(inner) : 1);
  }, 0);
}

function rulesIn(rule: RuleConfig): readonly RuleConfig[] | undefined {
  const inner = (rule as { rules?: unknown } | null)?.rules;
  return !Array.isArray(rule) && Array.isArray(inner) ? inner : undefined;
}

function compileEach(
  parsed: readonly (ParsedRule | SkippedRule)[],
  { limits }: ResolvedOptions,
  file: string | undefined,
  refuse: Refuse,
): RuleIndex {
  const context: CompileContext = { maxPath: limits.path, file, parts: new Map(), variants: [], ranks: 0 };
  const rules = parsed.flatMap((rule) => {
    const compiled = rule.kind === 'rest' ? attempt(refuse, () => compileRule(rule, context)) : undefined;
    return compiled ? [compiled] : [];
  });
  return { rules, tree: buildTree(context.variants), search: createSearch() };
}
