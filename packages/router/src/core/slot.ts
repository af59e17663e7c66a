import type { Exchange } from './contracts/exchange.ts';

/**
 * A typed property that a part keeps on an object of the core: the exchange of a request, or the plan of a class.
 *
 * The symbol is registered, so that two copies of the package in one program find each other's values.
 */
export class Slot<T> {
  readonly #key: symbol;

  /** @param name - unique among the parts */
  constructor(name: string) {
    this.#key = Symbol.for(`rest-gen.slot.${name}`);
  }

  get(holder: object): T | undefined {
    return (holder as { [key: symbol]: T | undefined })[this.#key];
  }

  set(holder: object, value: T): void {
    (holder as { [key: symbol]: T | undefined })[this.#key] = value;
  }
}

/** The request of the instance of a controller. */
export const EXCHANGE: Slot<Exchange> = new Slot<Exchange>('router/exchange');

/** @throws {Error} in its constructor */
export function exchangeOf(controller: object): Exchange {
  const exchange = EXCHANGE.get(controller);
  if (exchange === undefined)
    throw new Error(
      'There is no request in the constructor of a controller yet: begin in __before() or in the action.',
    );
  return exchange;
}
