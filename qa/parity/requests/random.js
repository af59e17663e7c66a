/** Choices that follow from a number: the same ones in every run (mulberry32). */
export class Random {
  #state;

  /** @param {number} seed - a whole number */
  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** @returns {number} from 0 to 1, without 1 */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number below a limit. @param {number} limit */
  below(limit) {
    return Math.floor(this.next() * limit);
  }

  /** @param {number} [share] - how often it is true, from 0 to 1 */
  chance(share = 0.5) {
    return this.next() < share;
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return list[this.below(list.length)];
  }

  /** Some different items of a list. @template T @param {readonly T[]} list @param {number} max @returns {T[]} */
  some(list, max) {
    const left = [...list];
    return Array.from(
      { length: Math.min(left.length, 1 + this.below(max)) },
      () => left.splice(this.below(left.length), 1)[0],
    );
  }

  /** @template T @param {readonly (readonly [weight: number, value: T])[]} table @returns {T} */
  weighted(table) {
    let rest = this.next() * table.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of table) {
      rest -= weight;
      if (rest < 0) return value;
    }
    return table[0][1];
  }
}
