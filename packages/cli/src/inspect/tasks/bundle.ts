import { relative } from 'node:path';
import type * as Inspect from '@rest-gen/router/inspect';
import type { Host } from './host.ts';

/** List the files that the router would load. */
export interface BundleTask {
  readonly kind: 'bundle';
}

/** Files relative to the project, with forward slashes; controllers and logics by name. */
export interface BundleReply {
  readonly rules: string | undefined;
  readonly controllers: readonly (readonly [name: string, file: string])[];
  readonly logics: readonly (readonly [name: string, file: string])[];
  readonly model: string | undefined;
}

export async function bundle(_task: BundleTask, host: Host): Promise<BundleReply> {
  const { findRoot, listFiles } = await host.load<typeof Inspect>('@rest-gen/router/inspect');
  const { rules, controllers, logics, model } = listFiles(findRoot(host.directory));
  const shown = (file: string) => relative(process.cwd(), file).replaceAll('\\', '/');
  const all = (files: ReadonlyMap<string, string>) => [...files].map(([name, file]) => [name, shown(file)] as const);
  return {
    rules: rules && shown(rules),
    controllers: all(controllers),
    logics: all(logics),
    model: model && shown(model),
  };
}
