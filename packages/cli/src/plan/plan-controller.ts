import { posix } from 'node:path';
import type { Field } from '../arguments/field-types.ts';
import type { ControllerName } from '../arguments/parse-name.ts';
import type { PlannedFile } from '../files/compare-file.ts';
import { type Rule, ruleText } from '../files/router-file.ts';
import type { Project } from '../project/project.ts';
import { literal } from '../render.ts';
import { ruleLines } from './field-lines.ts';
import { DELETED_AT } from './parse-columns.ts';
import { planCreation } from './plan-migration.ts';
import { type PolicyRequest, planPolicy } from './plan-policy.ts';
import { secretFields } from './secret-fields.ts';
import { resolveReference } from './tables.ts';

/** The checked request for a controller. */
export interface ControllerRequest {
  readonly name: ControllerName;
  readonly fields: readonly Field[];
  /** A REST controller on the base class, instead of a plain one. */
  readonly rest: boolean;
  /** Nothing can be written: its logic has no bodies. */
  readonly readOnly?: boolean;
  /** The time that names the migration. */
  readonly now: Date;
  /** Columns that no response shows; default: those of fields whose names are those of secrets. */
  readonly hidden?: readonly string[];
  /** Lines in the class. */
  readonly members?: readonly string[];
  /** DELETE keeps records; the action `restore` brings them back. */
  readonly softDelete?: boolean;
  /** The policy of the table; `undefined` for none. */
  readonly policy?: PolicyRequest | undefined;
  /** An own action that the tests call instead of the methods. */
  readonly action?: { readonly name: string; readonly fields: readonly Field[] };
}

/**
 * Plan the files of a controller. Loads and writes nothing.
 *
 * @returns in the order of the report: base class, controller, logic, policy, rules, model provider, migration
 */
export function planController(project: Project, request: ControllerRequest): PlannedFile[] {
  const { name, policy, fields } = request;
  const planned = [
    planControllerFile(project, request),
    planLogic(project, request),
    ...(policy ? planPolicy(project, name.table, policy, fields) : []),
    planRule(project, request),
  ];
  if (request.rest) planned.unshift(planBase(project));
  if (project.dependencies.has('@rest-gen/model') && fields.length > 0) {
    planned.push(planModel(project), planCreation(project, name.table, fields, request.now, request.softDelete));
  }
  return planned;
}

/** The rule of a controller, `/v1/post/:id?`. The rule of its action `restore` comes first. */
export function routeRules({ path }: ControllerName, softDelete = false): Rule[] {
  const restore = { pattern: `/${path}/:id/restore`, to: `${path}#restore` };
  return [...(softDelete ? [restore] : []), { pattern: `/${path}/:id?` }];
}

/** Plan the logic file of a controller alone. */
export function planLogic(project: Project, { name, fields, ...request }: ControllerRequest): PlannedFile {
  const rest = request.rest && request.readOnly !== true;
  const lines = fields.flatMap((field) => ruleLines(resolveReference(project, field, name.table)));
  const values = { ...kind(project), rest, annotated: project.annotated, lines };
  return { path: `src/logic/${name.path}.${project.language}`, template: 'logic', values, policy: 'own' };
}

/** Plan the base class of REST controllers, which is written once. */
export function planBase(project: Project): PlannedFile {
  const path = project.baseFile ?? `src/controller/rest.${project.language}`;
  return { path, template: 'rest', values: kind(project), policy: 'once' };
}

/** Plan the model provider, which is written once. */
export function planModel(project: Project): PlannedFile {
  const path = project.modelFile ?? `src/config/model.${project.language}`;
  const values = { ...kind(project), env: false, url: literal('sqlite:./data/app.sqlite3') };
  return { path, template: 'model', values, policy: 'once' };
}

// --- internal ---

function planControllerFile(
  project: Project,
  { name, fields, rest, softDelete, members = [], ...request }: ControllerRequest,
): PlannedFile {
  const hidden = request.hidden ?? (rest ? secretFields(fields) : []);
  const columns = project.language === 'ts' && hidden.length > 0;
  const directory = posix.dirname(`src/controller/${name.path}`);
  const values = {
    ...kind(project),
    rest,
    softDelete: softDelete === true && literal(DELETED_AT),
    members: [...hiddenLines(name.table, hidden, columns), ...members],
    columns,
    hasFields: fields.length > 0,
    className: name.className,
    name: literal(name.last),
    base: literal(importPath(project, directory, project.baseFile ?? `src/controller/rest.${project.language}`)),
    logic: literal(importPath(project, directory, `src/logic/${name.path}.${project.language}`)),
  };
  return { path: `src/controller/${name.path}.${project.language}`, template: 'controller', values, policy: 'own' };
}

/** The compiler checks the names where the types of the tables are known. */
function hiddenLines(table: string, hidden: readonly string[], typed: boolean): string[] {
  const type = typed ? `: Columns<${literal(table)}>` : '';
  return hidden.length === 0 ? [] : [`static hidden${type} = [${hidden.map(literal).join(', ')}];`];
}

function planRule(project: Project, { name, softDelete }: ControllerRequest): PlannedFile {
  return planRules(project, routeRules(name, softDelete));
}

/** Plan rules in the list of a project. */
export function planRules(project: Project, rules: readonly Rule[]): PlannedFile {
  const path = project.routerFile ?? `src/config/router.${project.language}`;
  const values = { ...kind(project), lines: rules.flatMap(ruleLinesOf) };
  return { path, template: 'router', values, policy: 'rule', rules };
}

/** A rule with its comma, on several lines if one would be too long. */
function ruleLinesOf(rule: Rule): string[] {
  const line = `${ruleText(rule)},`;
  if (line.length <= 118) return [line];
  if (rule.text !== undefined) return [line];
  const texts = [rule.pattern, ...(rule.to === undefined ? [] : [rule.to]), 'rest'];
  return ['[', ...texts.map((text) => `  ${literal(text)},`), '],'];
}

/** Values of every template. TypeScript always has the syntax of ES modules. */
export function kind(project: Project): { readonly ts: boolean; readonly esm: boolean } {
  const ts = project.language === 'ts';
  return { ts, esm: ts || project.modules === 'esm' };
}

/** The path of an import, `../logic/post.js`: the compiled file, or the source if Node runs the sources. */
export function importPath({ importExtension }: Project, directory: string, file: string): string {
  const imported = importExtension === 'ts' ? file : file.replace(/\.([cm]?)ts$/, '.$1js');
  const path = posix.relative(directory, imported);
  return path.startsWith('.') ? path : `./${path}`;
}
