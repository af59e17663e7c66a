import { type DataError, isDataError } from '../model/data-error.ts';
import type { Description, ModelProvider } from '../model/types.ts';

/** The tables of a store, each described once. */
export class Tables {
  readonly #provider: ModelProvider;
  readonly #known = new Map<string, Promise<Description | DataError>>();

  constructor(provider: ModelProvider) {
    this.#provider = provider;
  }

  /**
   * @returns the error `no_table` where there is no such table
   * @throws what else the store rejects with
   */
  read(name: string): Promise<Description | DataError> {
    const known = this.#known.get(name) ?? this.#describe(name);
    this.#known.set(name, known);
    return known;
  }

  async #describe(name: string): Promise<Description | DataError> {
    try {
      return await this.#provider.repository(name).describe();
    } catch (error) {
      if (isDataError(error) && error.code === 'no_table') return error;
      throw error;
    }
  }
}
