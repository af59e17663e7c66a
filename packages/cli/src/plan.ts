import { posix } from 'node:path';
import { columnLine } from './columns.ts';
import type { Field } from './field.ts';
import type { ControllerName } from './name.ts';
import type { Project } from './project.ts';
import { literal, type Template } from './render.ts';
import { routePattern, ruleText } from './route.ts';
import { ruleLines } from './rules.ts';
import { findCreation, referredTable } from './tables.ts';

/** What was asked for, checked. */
export interface ControllerRequest {
  readonly name: ControllerName;
  readonly fields: readonly Field[];
  /** A REST controller on the base class, instead of a plain one. */
  readonly rest: boolean;
  /** The time that names the migration. */
  readonly now: Date;
}

/** A file to be made. */
export interface PlannedFile {
  /** Relative to the root, with `/`: `src/controller/post.ts`. */
  readonly path: string;
  readonly template: Template;
  readonly values: Readonly<Record<string, unknown>>;
  /**
   * What holds when the file is there already: `own` it has to be the same, `once` it belongs to the user and is never touched,
   * `rule` only the rule in it matters.
   */
  readonly policy: 'own' | 'once' | 'rule';
  /** Pattern of the rule, where the policy is `rule`: `/post/:id?`. */
  readonly pattern?: string;
}

/**
 * Plan the files of a controller. Reads and writes nothing.
 *
 * @returns in the order of the report: base class, controller, logic, rules, model provider, migration
 */
export function planController(project: Project, request: ControllerRequest): PlannedFile[] {
  const planned = [planControllerFile(project, request), planLogic(project, request), planRule(project, request)];
  if (request.rest) planned.unshift(planBase(project));
  if (project.dependencies.has('@rest-gen/model') && request.fields.length > 0) {
    planned.push(planModel(project), planMigration(project, request));
  }
  return planned;
}

// --- internal ---

function planBase(project: Project): PlannedFile {
  const path = project.baseFile ?? `src/controller/rest.${project.language}`;
  return { path, template: 'rest', values: kind(project), policy: 'once' };
}

function planControllerFile(project: Project, { name, fields, rest }: ControllerRequest): PlannedFile {
  const directory = posix.dirname(`src/controller/${name.path}`);
  const values = {
    ...kind(project),
    rest,
    hasFields: fields.length > 0,
    className: name.className,
    name: literal(name.last),
    base: literal(importPath(project, directory, project.baseFile ?? `src/controller/rest.${project.language}`)),
    logic: literal(importPath(project, directory, `src/logic/${name.path}.${project.language}`)),
  };
  return { path: `src/controller/${name.path}.${project.language}`, template: 'controller', values, policy: 'own' };
}

function planLogic(project: Project, { name, fields, rest }: ControllerRequest): PlannedFile {
  const values = { ...kind(project), rest, lines: fields.flatMap(ruleLines) };
  return { path: `src/logic/${name.path}.${project.language}`, template: 'logic', values, policy: 'own' };
}

function planRule(project: Project, { name }: ControllerRequest): PlannedFile {
  const pattern = routePattern(name);
  const line = `${ruleText(pattern)},`;
  const lines = line.length <= 118 ? [line] : ['[', `  ${literal(pattern)},`, `  'rest',`, '],'];
  const path = project.routerFile ?? `src/config/router.${project.language}`;
  return { path, template: 'router', values: { ...kind(project), lines }, policy: 'rule', pattern };
}

function planModel(project: Project): PlannedFile {
  const path = project.modelFile ?? `src/config/model.${project.language}`;
  return { path, template: 'model', values: kind(project), policy: 'once' };
}

/** One migration creates a table, whenever it was written: a second one under a new time would fail. */
function planMigration(project: Project, { name, fields, now }: ControllerRequest): PlannedFile {
  const what = `create_${name.table}`;
  const file = findCreation(project.migrations, name.table);
  const time = timeAfter(project.migrations, now);
  const line = (field: Field) => columnLine(field, referredTable(field, project.migrations, name.table));
  // JavaScript in every project: a migration runs wherever the program runs, with no compiler and no loader in between.
  const esm = project.modules === 'esm';
  const values = { esm, table: literal(name.table), lines: fields.map(line) };
  return {
    path: `migrations/${file ?? `${time}_${what}.js`}`,
    template: 'migration',
    values,
    policy: 'once',
  };
}

/**
 * The time of a new migration, `20260102030405` in UTC: later than every other one, because migrations run in this order, and those written
 * within one second have to run in the order in which they were written too.
 */
function timeAfter(migrations: readonly string[], now: Date): string {
  const times = migrations
    .flatMap((file) => MIGRATION_TIME.exec(file)?.[0] ?? [])
    .map((digits) => Date.parse(digits.replace(MIGRATION_TIME, '$1-$2-$3T$4:$5:$6Z')))
    .filter((time) => !Number.isNaN(time));
  const time = Math.max(now.getTime(), ...times.map((other) => other + 1000));
  return new Date(time).toISOString().replace(/\D/g, '').slice(0, 14);
}

const MIGRATION_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?!\d)/;

/** What every template asks: TypeScript has types, and always the syntax of ES modules. */
function kind(project: Project): { ts: boolean; esm: boolean } {
  const ts = project.language === 'ts';
  return { ts, esm: ts || project.modules === 'esm' };
}

/** `../logic/post.js`: what stands in an import is the file after compilation, or the source where Node runs it as it is. */
function importPath({ importExtension }: Project, directory: string, file: string): string {
  const imported = importExtension === 'ts' ? file : file.replace(/\.([cm]?)ts$/, '.$1js');
  const path = posix.relative(directory, imported);
  return path.startsWith('.') ? path : `./${path}`;
}
