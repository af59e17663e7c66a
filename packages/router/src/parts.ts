import { Controller } from './controller.ts';
import type { CreatePart, Part } from './core/contracts/part.ts';
import type { Project } from './core/contracts/project.ts';
import { BaseController } from './core/controller.ts';
import { collectStatics } from './core/statics.ts';
import type { KnownMembers } from './load/check-members.ts';
import { createCallable } from './parts/callable/part.ts';
import { csv } from './parts/csv/part.ts';
import { deprecation } from './parts/deprecation/part.ts';
import { documents } from './parts/documents/part.ts';
import { files } from './parts/files/part.ts';
import { idempotency } from './parts/idempotency/part.ts';
import { rawBody } from './parts/raw-body/part.ts';
import { createResources } from './resource/part.ts';
import { RestController } from './resource/rest-controller.ts';

/** The parts of a router, in the order of their hooks: the first one is outermost around an action. */
export function createParts(project: Project, given: readonly CreatePart[] = []): readonly Part[] {
  return [
    createCallable(project),
    createResources(project),
    idempotency,
    deprecation,
    files,
    rawBody,
    csv,
    documents,
    ...given.map((create) => create(project)),
  ];
}

/** What classes can have. @throws {StartError} `E_PART` */
export function knownMembers(parts: readonly Part[]): KnownMembers {
  return { statics: [...collectStatics(parts).keys()], bases: BASES };
}

/** The classes of this package that controllers extend. */
export const BASES: readonly unknown[] = [Controller, RestController, BaseController];
