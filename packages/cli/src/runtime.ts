import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import type { Project } from './project.ts';

/** What can run the TypeScript of a project here. */
export interface Runtime {
  /** Version of Node. */
  readonly node: string;
  /** Node strips types by itself, and can be told where sources are: 22.18 and later. */
  readonly stripsTypes: boolean;
  /** The project has `tsx`. */
  readonly hasTsx: boolean;
}

/** Look at this Node, and at what a project has installed. */
export function runtimeOf(project: Project): Runtime {
  // Node has told this since 22.10; types for it are younger than the Node that is supported.
  const { typescript } = process.features as { typescript?: unknown };
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return {
    node: process.versions.node,
    stripsTypes: Boolean(typescript) && (major > 22 || (major === 22 && minor >= 15)),
    hasTsx: findPackage(project, 'tsx') !== undefined,
  };
}

/** The file that a package is loaded by, as the code of a project finds it; undefined where it is not installed. */
export function findPackage({ root }: Project, name: string): string | undefined {
  try {
    return createRequire(join(root, 'package.json')).resolve(name);
  } catch {
    return undefined;
  }
}
