import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Field } from '../arguments/field-types.ts';
import type { ControllerName } from '../arguments/parse-name.ts';
import { CliError } from '../errors.ts';
import type { ComparedFile, PlannedFile } from '../files/compare-file.ts';
import { type EditableSource, editSource, type Insertion } from '../files/edit-source.ts';
import { realPathInside } from '../paths.ts';
import { findSource, type Project } from '../project/project.ts';
import { render } from '../render.ts';
import { ruleLines } from './field-lines.ts';
import { parseColumns } from './parse-columns.ts';
import { importPath } from './plan-controller.ts';
import { resolveReference } from './tables.ts';

/** An action to add, checked. */
export interface ActionRequest {
  readonly name: ControllerName;
  /** `archive` */
  readonly action: string;
  readonly fields: readonly Field[];
}

/**
 * Plan the method and the part of the logic. Loads both files, writes nothing.
 *
 * @throws {CliError} `E_NO_CONTROLLER`, `E_ACTION_EXISTS`, `E_EDIT`
 */
export function planAction(project: Project, { name, action, fields }: ActionRequest): ComparedFile[] {
  const method = `${action}Action`;
  const controllerFile = findFile(project, 'controller', name);
  const logicFile = findFile(project, 'logic', name);
  const lines = fields.flatMap((field) => ruleLines(resolveReference(project, field, name.table), true));
  const part =
    lines.length === 0
      ? [`${method}: { body: {} },`]
      : [`${method}: {`, '  body: {', ...lines.map((line) => `  ${line}`), '  },', '},'];
  const controller = editSource(readText(project, controllerFile), 'controller');
  const columns = parseColumns(project, name.table);
  // Writing a field without a column fails, so its author says what it is for.
  const isStored = columns === undefined || fields.every((field) => columns.some((one) => one.name === field.name));
  const hasInput = fields.length > 0 && (isStored || controller?.isPlain === true);
  const { imports, local } = importsFor(project, controller, {
    name,
    controllerFile,
    logicFile,
    hasFields: hasInput,
  });
  const values = {
    ts: isTypeScript(controllerFile),
    plain: controller?.isPlain ?? false,
    hasFields: hasInput,
    isUnused: fields.length > 0 && !hasInput,
    action: method,
    logic: local,
  };
  const body = render('action', values, project.root).trimEnd().split('\n');
  const logic = editSource(readText(project, logicFile), 'logic');
  return [
    edit(project, controllerFile, controller, method, { lines: body, imports }),
    edit(project, logicFile, logic, method, { lines: part }),
  ];
}

/** Plan the rule of an action: it comes before every rule that may take its paths. */
export function planActionRule(project: Project, { name, action }: ActionRequest): PlannedFile {
  const path = project.routerFile;
  if (path === undefined)
    throw new CliError(
      'E_NO_RULES',
      'There is no src/config/router.',
      'Write the rules first: npx rest-gen controller.',
    );
  const pattern = `/${name.path}/:id/${action}`;
  const to = `${name.path}#${action}`;
  const taken = readText(project, path)
    .split('\n')
    .find((line) => line.includes(`'${pattern}'`) || line.includes(`"${pattern}"`));
  if (taken !== undefined && !taken.includes(to))
    throw new CliError(
      'E_ACTION_EXISTS',
      `${path} has another rule of ${pattern}: ${taken.trim()}`,
      'Remove that rule, or choose another name.',
    );
  return { path, template: 'router', values: {}, policy: 'rule', rules: [{ pattern, to }] };
}

// --- internal ---

function findFile({ root, language }: Project, directory: string, { path }: ControllerName): string {
  const file = findSource(root, `src/${directory}/${path}`, language);
  if (file !== undefined) return file;
  const command = directory === 'logic' ? `logic ${path} -r` : `controller ${path} -r`;
  throw new CliError(
    'E_NO_CONTROLLER',
    `There is no ${directory} ${path} in ${root}.`,
    `Create it: npx rest-gen ${command}`,
  );
}

function edit(
  { root }: Project,
  path: string,
  source: EditableSource | undefined,
  method: string,
  insertion: Insertion,
): ComparedFile {
  if (source === undefined) {
    const text = [...(insertion.imports ?? []), ...insertion.lines].map((line) => `  ${line}`).join('\n');
    const message = `${path} does not have the shape of a generated file, so nothing was written.`;
    throw new CliError('E_EDIT', message, `Add this to it yourself:\n${text}`);
  }
  if (source.members.has(method))
    throw new CliError('E_ACTION_EXISTS', `${path} has ${method} already.`, 'Change it there, or choose another name.');
  const target = realPathInside(root, path);
  const before = readFileSync(target, 'utf8');
  return { path, status: 'update', before, after: source.add(insertion), target };
}

/** The imports that the types of the input need, and the local name of the logic. */
function importsFor(
  project: Project,
  source: EditableSource | undefined,
  given: { name: ControllerName; controllerFile: string; logicFile: string; hasFields: boolean },
): { imports: string[]; local: string } {
  const { controllerFile, logicFile, hasFields } = given;
  if (source === undefined || !hasFields || !isTypeScript(controllerFile)) return { imports: [], local: 'logic' };
  const path = importPath(project, posix.dirname(controllerFile), logicFile);
  const known = [...source.imports].find(([, module]) => module === path)?.[0];
  const needed = [...(source.imports.get('Input') === '@rest-gen/logic' ? [] : ['Input']), ...(known ? [] : ['logic'])];
  const taken = needed.find((name) => source.names.has(name));
  if (taken !== undefined)
    throw new CliError(
      'E_EDIT',
      `${controllerFile} has another ${taken}, so the types of the input cannot be imported.`,
      `Rename it. Nothing was written.`,
    );
  const imports = [
    ...(needed.includes('Input') ? ["import type { Input } from '@rest-gen/logic';"] : []),
    ...(known ? [] : [`import type logic from '${path}';`]),
  ];
  return { imports, local: known ?? 'logic' };
}

function isTypeScript(path: string): boolean {
  return /\.[cm]?ts$/.test(path);
}

function readText({ root }: Project, path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
