import type { ServiceDescription } from '@rest-gen/router';
import { completeInfo } from './complete-info.ts';
import { addExamples } from './examples/add-examples.ts';
import { Names } from './names.ts';
import { operationsAt } from './operations/context.ts';
import { describePath, type PathContext } from './operations/describe-path.ts';
import type { Described, OpenApiOptions } from './options.ts';
import { listOpaque, type SelectedPath, selectPaths } from './paths/select-paths.ts';
import { createPause, type Pause } from './pause.ts';
import { toPlain } from './plain-json.ts';
import { readRecords } from './records/read-records.ts';
import { Registry } from './schemas/registry.ts';
import type { Components, Info, OpenApiDocument, PathItem, SecurityScheme, Tag } from './types.ts';

/** The work of `createOpenApi`, in steps: 300 resources take a second. */
export async function writeOpenApi(router: Described, options: OpenApiOptions): Promise<OpenApiDocument> {
  await router.ready;
  const pause = createPause();
  await pause();
  const service = router.describe();
  await pause();
  const info = completeInfo(service, options.info);
  const selected = (await selectPaths(service, options.version, pause)).filter(
    ({ controller, path }) => operationsAt(controller, path).length > 0,
  );
  const controllers = [...new Set(selected.map(({ controller }) => controller))];
  const registry = new Registry();
  const shared: PathContext = {
    registry,
    service,
    records: await readRecords(service, controllers, pause),
    names: new Names(),
    withItems: new Set(selected.filter(({ path }) => path.isItem).map(({ controller }) => controller.name)),
    isRecent: options.openapi === '3.2',
    security: options.security ?? Object.keys(service.securitySchemes).map((name) => ({ [name]: [] })),
  };
  const paths = await describePaths(selected, shared, pause);
  const document = assemble(
    {
      ...options,
      info,
      servers: options.servers ?? [{ url: service.prefix || '/' }],
      securitySchemes: { ...toSchemes(service), ...options.securitySchemes },
    },
    paths,
    registry,
    tagsOf(controllers),
  );
  const opaque = listOpaque(service);
  if (opaque.length > 0) document['x-left-out'] = opaque;
  // The copy has no `undefined`, and shares nothing with the router and the options.
  const whole = await addExamples(await toPlain(document, pause), pause);
  await options.document?.(whole);
  return whole;
}

// --- internal ---

/**
 * Paths with fewer parents are described first, so that they get the plain names: `listIssue` is `/issue`, whatever the
 * order of the rules.
 */
async function describePaths(
  selected: readonly SelectedPath[],
  shared: PathContext,
  pause: Pause,
): Promise<Record<string, PathItem>> {
  const described = new Map<SelectedPath, PathItem>();
  for (const one of selected.toSorted((one, other) => parentsOf(one) - parentsOf(other))) {
    described.set(one, describePath(one, shared));
    await pause();
  }
  return Object.fromEntries(selected.map((one) => [one.path.template, described.get(one) as PathItem]));
}

function parentsOf({ path }: SelectedPath): number {
  return path.parameters.filter(({ name }) => name !== 'id').length;
}

function toSchemes({ securitySchemes }: Pick<ServiceDescription, 'securitySchemes'>): Record<string, SecurityScheme> {
  return securitySchemes as Record<string, SecurityScheme>;
}

function tagsOf(controllers: readonly SelectedPath['controller'][]): Tag[] {
  return controllers.map(({ name, statics }) => ({
    name,
    description: statics.description ?? `The resource \`${name}\`.`,
  }));
}

function assemble(
  { info, servers = [], securitySchemes, externalDocs, openapi = '3.1' }: OpenApiOptions & { info: Info },
  paths: Record<string, PathItem>,
  { schemas, responses, parameters, headers, queries }: Registry,
  tags: readonly Tag[],
): OpenApiDocument {
  const components = sorted({
    ...{ schemas, responses, parameters, headers, 'x-query': queries },
    securitySchemes: { ...securitySchemes },
  });
  return {
    openapi: openapi === '3.2' ? '3.2.0' : '3.1.1',
    info,
    servers: [...servers],
    // Each operation says what it needs.
    security: [],
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(externalDocs && { externalDocs }),
    paths,
    ...(Object.keys(components).length > 0 && { components }),
  };
}

/** Sorted by name for small diffs; without empty parts. */
function sorted(parts: Required<Components>): Components {
  const entries = Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0);
  return Object.fromEntries(
    entries.map(([name, part]) => [
      name,
      Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))),
    ]),
  );
}
