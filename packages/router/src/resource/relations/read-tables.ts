import { type DataError, type Description, isDataError } from '@rest-gen/model/core';

/** The tables of a store, each described once. */
export class Tables {
  readonly #describe: (name: string) => Promise<Description>;
  readonly #known = new Map<string, Promise<Description | DataError>>();

  constructor(describe: (name: string) => Promise<Description>) {
    this.#describe = describe;
  }

  /**
   * @returns the error `no_table` where there is no such table
   * @throws what else the store rejects with
   */
  read(name: string): Promise<Description | DataError> {
    const known = this.#known.get(name) ?? this.#read(name);
    this.#known.set(name, known);
    return known;
  }

  async #read(name: string): Promise<Description | DataError> {
    try {
      return await this.#describe(name);
    } catch (error) {
      if (isDataError(error) && error.code === 'no_table') return error;
      throw error;
    }
  }
}
