import type { Language } from '../project/project.ts';
import type { Database } from './database.ts';

/** What was requested, checked. */
export interface ProjectRequest {
  /** Name of the package. */
  readonly name: string;
  readonly language: Language;
  readonly database: Database;
  readonly testRunner: 'mocha' | 'vitest';
  /** Version of rest-gen and of its packages. */
  readonly version: string;
}
