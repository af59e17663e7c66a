import { expect } from 'chai';
import fc from 'fast-check';
import { cyclesOf } from '../../src/regexp/components.ts';

describe('cyclesOf', () => {
  it('finds loops and rings, and leaves out what leads nowhere', () => {
    const next: number[][] = [[1], [2, 3], [1], [3], []];
    expect(cyclesOf(next.keys(), (node) => next[node] ?? []).map((cycle) => cycle.sort())).to.deep.equal([[3], [1, 2]]);
  });

  it('puts two nodes together exactly when each reaches the other', () => {
    const graphs = fc.array(fc.array(fc.nat(7), { maxLength: 3 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(graphs, (next) => {
        const cycles = cyclesOf(next.keys(), (node) => next[node] ?? []);
        const reach = next.map((targets) => {
          const reached = new Set(targets);
          for (const node of reached) for (const to of next[node] ?? []) reached.add(to);
          return reached;
        });
        for (const a of next.keys()) {
          for (const b of next.keys()) {
            const together = cycles.some((cycle) => cycle.includes(a) && cycle.includes(b));
            expect(together).to.equal(reach[a]?.has(b) === true && reach[b]?.has(a) === true);
          }
        }
      }),
    );
  });
});
