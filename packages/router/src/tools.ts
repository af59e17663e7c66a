import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CompiledRule } from './compile/types.ts';
import type { RouteRow, RuleDescription, ServiceDescription } from './contracts/description.ts';
import type { Explanation } from './contracts/explanation.ts';
import type { Service } from './contracts/service.ts';
import { type HttpError, notReady } from './errors.ts';

/** What a router can say of itself, and errors that teach: a sixth of the modules, which production does not load. */
export interface Tools {
  listRoutes(service: Service): RouteRow[];
  describeService(service: Service): ServiceDescription;
  describePaths(rule: CompiledRule, controllers: readonly string[]): Pick<RuleDescription, 'paths' | 'opaque'>;
  describeStart(service: Service): string;
  explainRequest(service: Service, method: string, url: string, base?: string): Explanation;
  teachError(error: unknown, explanation: Explanation): unknown;
  nothingHere(explanation: Explanation): HttpError;
}

/** Whether the tools are to be loaded at start: outside production errors teach, and a bundle has no file to load later. */
export function needsTools(teach: boolean): boolean {
  return registered === undefined && (teach || isBundled());
}

/** Load the tools, which register themselves. */
export async function loadTools(): Promise<void> {
  try {
    await import('./inspect/tools.ts');
  } catch {
    // A loader without `import()`, such as that of Jest: they are required when they are asked for.
  }
}

/** Give the tools to {@link getTools}. */
export function registerTools(tools: Tools): void {
  registered = tools;
}

/**
 * The tools; where they were not loaded at start, they are loaded now.
 *
 * @throws {StartError} `E_NOT_READY` in a bundle, where they come with `ready`
 */
export function getTools(): Tools {
  if (registered === undefined && isBundled()) throw notReady();
  registered ??= (createRequire(import.meta.url)(FILE) as { tools: Tools }).tools;
  return registered;
}

// --- internal ---

let registered: Tools | undefined;

const FILE = `./inspect/tools.${/\.ts$/.test(import.meta.url) ? 'ts' : 'js'}`;

function isBundled(): boolean {
  // A bundle in CommonJS may have no address.
  return !import.meta.url || !existsSync(new URL(FILE, import.meta.url));
}
