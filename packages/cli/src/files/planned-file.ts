import type { Template } from '../render.ts';

/** A file to create. */
export interface PlannedFile {
  /** Relative to the root, with `/`: `src/controller/post.ts`. */
  readonly path: string;
  readonly template: Template;
  readonly values: Readonly<Record<string, unknown>>;
  /**
   * What happens when the file exists: with `own` it must be the same, with `once` it belongs to the user and is never changed,
   * with `rule` only the rule in it matters.
   */
  readonly policy: 'own' | 'once' | 'rule';
  /** Pattern of the rule, for the policy `rule`: `/post/:id?`. */
  readonly pattern?: string;
}
