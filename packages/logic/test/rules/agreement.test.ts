import { expect } from 'chai';
import fc from 'fast-check';
import { HOLDERS } from './places.ts';
import { outcomesAt } from './rule-table.ts';

describe('rules: property tests against a simple implementation', () => {
  describe('types', () => {
    it('date accepts exactly the days of the calendar', () => {
      const outcome = outcomesAt(HOLDERS.slice(0, 1), { date: true });
      const two = (n: number): string => String(n).padStart(2, '0');
      fc.assert(
        fc.property(
          fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constantFrom(0, 4, 100, 400, 1900, 2000, 2023, 2024)),
          fc.integer({ min: 0, max: 13 }),
          fc.oneof(fc.integer({ min: 0, max: 32 }), fc.constantFrom(28, 29, 30, 31)),
          (year, month, day) => {
            const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
            const date = new Date(`${text}T00:00:00Z`);
            const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
            expect(outcome(text)).to.deep.equal(exists ? { field: text } : ['date at /field']);
          },
        ),
        { numRuns: 300 },
      );
    });

    it('int and float read exactly the number that was written', () => {
      const [int, float] = ['int', 'float'].map((kind) => outcomesAt(HOLDERS.slice(0, 1), { [kind]: true }, true));
      fc.assert(
        fc.property(fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }), (value) => {
          const exact = BigInt(Number(value)) === value;
          const wanted = { field: Number(value) };
          const safe = Number.isSafeInteger(Number(value)) && exact;
          expect(int?.(String(value))).to.deep.equal(safe ? wanted : ['int at /field']);
          expect(float?.(String(value))).to.deep.equal(exact ? wanted : ['float at /field']);
        }),
      );
      fc.assert(
        fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
          // Adding 0 makes 0 of -0.
          expect(float?.(String(value))).to.deep.equal({ field: value + 0 });
        }),
      );
    });
  });
});
