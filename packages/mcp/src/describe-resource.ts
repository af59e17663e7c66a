import { Access, type Column } from '@rest-gen/model/core';
import type { ControllerDescription, OperationDescription, RelationDescription, RestRouter } from '@rest-gen/router';
import { serviceOf } from '@rest-gen/router/part';
import { mcpError } from './errors.ts';
import { pathLine, type UsablePath, usablePaths } from './list-resources.ts';
import { type Schema, typeOf } from './type-of.ts';
import type { McpUser } from './types.ts';

/**
 * Describe a resource to an agent, in few words: its paths, its fields, the bodies of its actions, its relations.
 *
 * @throws {HttpError} 404 `E_MCP_RESOURCE`
 */
export async function describeResource(router: RestRouter, name: string, user: McpUser): Promise<string> {
  const usable = usablePaths(router, user);
  const paths = usable.get(name);
  const controller = router.describe().controllers.get(name);
  if (paths === undefined || controller === undefined) {
    const known = [...usable.keys()].slice(0, MOST_NAMED).join(', ') || 'none';
    throw mcpError('E_MCP_RESOURCE', `There is no such resource. You may use: ${known}.`);
  }
  const bodies = fieldBodies(paths);
  const columns = await readColumns(router, controller, user);
  const fields = fieldLines(columns, bodies);
  const { relations, statics, overridesShow } = controller;
  return [
    `${name}: ${pathLine(paths)}`,
    ...(statics.shown === undefined ? [] : [`shows: ${JSON.stringify(statics.shown)}`]),
    ...(overridesShow && statics.shown === undefined ? ['what is shown of a record may have other fields'] : []),
    ...(fields.length === 0 ? [] : ['fields:', ...fields]),
    ...queries(paths),
    ...otherBodies(paths, bodies),
    ...(relations.length === 0 ? [] : [`include: ${relations.map(relationText).join(', ')}`]),
    ...(statics.search === undefined ? [] : [`search with q in: ${statics.search.join(', ')}`]),
  ].join('\n');
}

// --- internal ---

const MOST_NAMED = 50;

/** The fields that the base class writes, by method. */
type Bodies = ReadonlyMap<OperationDescription, Readonly<Record<string, Schema>>>;

function fieldBodies(paths: readonly UsablePath[]): Bodies {
  const bodies = new Map<OperationDescription, Readonly<Record<string, Schema>>>();
  for (const operation of paths.flatMap(({ operations }) => operations)) {
    const { logic, takesBody, isInherited } = operation;
    if (!takesBody || !isInherited || logic?.form('body') !== 'fields') continue;
    bodies.set(operation, (bodyOf(operation)?.properties ?? {}) as Record<string, Schema>);
  }
  return bodies;
}

function bodyOf({ logic }: OperationDescription): Schema | undefined {
  return logic?.toJSONSchema('body', { blank: false });
}

/** The columns that are shown to the user; none where the store cannot be asked. */
async function readColumns(
  router: RestRouter,
  { table, name, describeTable }: ControllerDescription,
  user: McpUser,
): Promise<readonly Column[]> {
  const { project, controllers } = serviceOf(router);
  const unreadable = controllers.get(name)?.unreadable;
  const rules = project.policies && new Access(project.policies, user).find(table);
  const masks = rules?.readMasks();
  try {
    const stored = await (project.activeModels as NonNullable<typeof project.activeModels>)
      .repository(table)
      .describe();
    const columns = new Map([...stored.columns].filter(([column]) => masks?.get(column) !== false));
    const shown = describeTable({ ...stored, columns }).columns.values();
    return [...shown].filter((column) => !unreadable?.has(column.name));
  } catch {
    return [];
  }
}

/** `- title: string, 1 to 80 characters, required` */
function fieldLines(columns: readonly Column[], bodies: Bodies): string[] {
  const written = [...bodies.values()];
  const required = new Set(
    [...bodies.keys()].filter(({ method }) => method === 'POST').flatMap((one) => requiredOf(bodyOf(one))),
  );
  const names = new Set([...columns.map(({ name }) => name), ...written.flatMap((body) => Object.keys(body))]);
  return Array.from(names, (name) => {
    const column = columns.find((one) => one.name === name);
    const schema = written.map((body) => body[name]).find((one) => one !== undefined);
    const words = [
      schema === undefined ? columnType(column as Column) : typeOf(schema),
      column?.nullable ? 'or null' : '',
      required.has(name) ? 'required' : '',
      written.length > 0 && schema === undefined ? 'read-only' : '',
      columns.length > 0 && column === undefined ? 'not shown' : '',
    ];
    const said = typeof schema?.description === 'string' ? ` (${schema.description})` : '';
    return `- ${name}: ${words.filter(Boolean).join(', ')}${said}`;
  });
}

function requiredOf(schema: Schema | undefined): string[] {
  return (schema?.required ?? []) as string[];
}

function columnType({ type, values }: Column): string {
  return values === undefined ? type : values.map((value) => JSON.stringify(value)).join(' | ');
}

/** The parameters that the logic declares for the query. */
function queries(paths: readonly UsablePath[]): string[] {
  return paths.flatMap(({ path, operations }) =>
    operations.flatMap(({ method, logic }) => {
      const schema = logic?.toJSONSchema('query', { blank: false });
      const isDeclared = Object.keys(schema?.properties ?? {}).length > 0;
      return isDeclared ? [`query of ${method} ${path.template}: ${typeOf(schema as Schema)}`] : [];
    }),
  );
}

/** The bodies of actions of the class itself. */
function otherBodies(paths: readonly UsablePath[], known: Bodies): string[] {
  return paths.flatMap(({ path, operations }) =>
    operations.flatMap((operation) => {
      const schema = known.has(operation) || !operation.takesBody ? undefined : bodyOf(operation);
      return schema === undefined ? [] : [`body of ${operation.method} ${path.template}: ${typeOf(schema)}`];
    }),
  );
}

function relationText({ name, kind, columns }: RelationDescription): string {
  if (kind === 'count') return `${name} (number)`;
  const shown = columns.map((column) => column.name).join(' ');
  return `${name} (${kind === 'many' ? 'list of ' : ''}${shown})`;
}
