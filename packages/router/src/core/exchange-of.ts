import type { Exchange } from './contracts/exchange.ts';
import { Slot } from './slot.ts';

/** The request of the instance of a controller. */
export const EXCHANGE: Slot<Exchange> = new Slot<Exchange>('exchange');

/** @throws {Error} in its constructor */
export function exchangeOf(controller: object): Exchange {
  const exchange = EXCHANGE.get(controller);
  if (exchange === undefined)
    throw new Error(
      'There is no request in the constructor of a controller yet: begin in __before() or in the action.',
    );
  return exchange;
}
