/**
 * The counters of all instrumented files as one array, so that they are read and emptied at once.
 *
 * @param files - what istanbul has put into `__coverage__`
 */
export function gather(files) {
  const counted = Object.values(files);
  const size = counted.reduce((sum, { s, f, b }) => {
    const branches = Object.values(b).reduce((all, { length }) => all + length, 0);
    return sum + Object.keys(s).length + Object.keys(f).length + branches;
  }, 0);
  const counters = new Uint32Array(size);
  let at = 0;
  const take = (values) => {
    const part = counters.subarray(at, at + values.length);
    part.set(values);
    at += values.length;
    return part;
  };
  for (const file of counted) {
    file.s = take(Object.values(file.s));
    file.f = take(Object.values(file.f));
    for (const name of Object.keys(file.b)) file.b[name] = take(file.b[name]);
  }
  return counters;
}

/** What has been seen of each counter: that it counted, and about how often. */
export class Seen {
  #bits;
  /** Counters that have counted at all. */
  covered = 0;

  constructor(counters) {
    this.#bits = new Uint8Array(counters.length);
    this.note(counters);
  }

  /** Note the counters of one run, and empty them. @returns whether there was anything new */
  note(counters) {
    let isNew = false;
    for (let index = 0; index < counters.length; index++) {
      const count = counters[index];
      if (count === 0) continue;
      const bit = BUCKETS[Math.min(count, 128)];
      const before = this.#bits[index];
      if ((before & bit) !== 0) continue;
      if (before === 0) this.covered++;
      this.#bits[index] = before | bit;
      isNew = true;
    }
    counters.fill(0);
    return isNew;
  }
}

// --- internal ---

/** Once, twice, three times, some, many: one bit for each. */
const BUCKETS = Uint8Array.from({ length: 129 }, (_, count) => {
  const bound = [1, 2, 3, 7, 15, 31, 127].findIndex((most) => count <= most);
  return 1 << (bound < 0 ? 7 : bound);
});
