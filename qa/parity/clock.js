const RealDate = Date;
let now = RealDate.now();

/** What the machine's clock says: the databases write it, whatever this process believes. */
export const realNow = () => RealDate.now();

/** @param {number} time - what `new Date()` and `Date.now()` give from now on, in milliseconds */
export function setClock(time) {
  now = time;
}

/** Replace `Date`, so that two processes read the same times. Timers and `performance.now()` stay as they are. */
export function replaceDate() {
  class FixedDate extends RealDate {
    constructor(...values) {
      if (values.length === 0) super(now);
      else super(...values);
    }
    static now() {
      return now;
    }
  }
  // `Date()` without `new` gives a string, which a class refuses.
  globalThis.Date = new Proxy(FixedDate, { apply: () => new FixedDate().toString() });
}
