import { ModelsError } from '../models-error.ts';
import type { Schema } from '../schema/schema.ts';

/** Runs the steps of a migration one after another in the order they were requested, and names them in errors. */
export class Steps {
  /** The label of the step that runs. */
  label = '';
  #last: Promise<void> = Promise.resolve();

  watch(schema: Schema): Schema {
    const names = ['createTable', 'alterTable', 'dropTable', 'backfill', 'raw'] as const;
    const watched = names.map((name) => [name, (...args: unknown[]) => this.#run(schema, name, args)]);
    return { ...Object.fromEntries(watched), dialect: schema.dialect };
  }

  /** Wait for all steps, including those without `await`. After a failed step all later steps fail: the last one reports the first failure. */
  async settle(): Promise<void> {
    for (let waited: Promise<void> | undefined; waited !== this.#last; ) {
      waited = this.#last;
      await waited;
    }
  }

  #run(schema: Schema, name: Exclude<keyof Schema, 'dialect'>, args: readonly unknown[]): Promise<void> {
    // SQL may contain random values.
    const subject = name === 'raw' ? undefined : String(args[0]);
    const running = this.#last.then(async () => {
      this.label = subject === undefined ? name : `${name} ${subject}`;
      try {
        await (schema[name] as (...given: readonly unknown[]) => Promise<void>)(...args);
      } catch (error) {
        const { message, hint } = error as Error & { hint?: string };
        const step = `${name}(${subject === undefined ? '…' : `'${subject}'`})`;
        throw new ModelsError('E_MIGRATION', `${step} failed: ${message}`, {
          step,
          cause: error,
          hint,
        });
      }
    });
    // settle() reports the failure, even if the step was not awaited.
    running.catch(() => {});
    this.#last = running;
    return running;
  }
}
