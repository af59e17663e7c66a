import { ModelsError } from '../models-error.ts';
import type { TableBuilder, TableChange } from './table-builder.ts';

/**
 * One direction of a migration: `up` or `down`.
 *
 * @example
 * export const up: Migration = async (schema) => {
 *   await schema.createTable('post', (t) => {
 *     t.id();
 *     t.string('title').notNull();
 *     t.references('authorId', 'author');
 *     t.timestamps();
 *   });
 * };
 */
export type Migration = (schema: Schema) => Promise<void>;

/** The steps of a migration; await each of them. All methods reject with {@link ModelsError} `E_MIGRATION`, which names the step. */
export interface Schema {
  createTable(name: string, define: (table: TableBuilder) => void): Promise<void>;
  alterTable(name: string, change: (table: TableChange) => void): Promise<void>;
  dropTable(name: string): Promise<void>;
  /** Run SQL of the store unchanged; separate statements with `;`. MySQL runs only one statement. */
  raw(text: string): Promise<void>;
}

/** Add the name of the step to its error. */
export async function runStep(step: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { message, hint } = error as Error & { hint?: string };
    throw new ModelsError('E_MIGRATION', `${step} failed: ${message}`, {
      step,
      cause: error,
      ...(hint !== undefined && { hint }),
    });
  }
}
