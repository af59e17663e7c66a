import { expect } from 'chai';
import fc from 'fast-check';
import { HOLDERS } from './places.ts';
import { outcomesAt, passes } from './rule-table.ts';

describe('rules: property tests against a simple implementation', () => {
  describe('rules that compare', () => {
    const scalar = fc.constantFrom<unknown>(0, -0, 1, 0.5, '0', '1', 'a', 'A', true, false, 'true');

    it('in, notIn, enum, const', () => {
      fc.assert(
        fc.property(fc.array(scalar, { minLength: 1, maxLength: 4 }), scalar, (list, value) => {
          const listed = list.some((each) => each === value);
          expect(passes('enum', list, value)).to.equal(listed);
          expect(passes('const', list[0], value)).to.equal(list[0] === value);
          expect(passes('in', list, value)).to.equal(listed);
          expect(passes('notIn', list, value)).to.equal(!listed);
        }),
        { numRuns: 1000 },
      );
    });

    it('enum of objects, as their JSON with sorted keys', () => {
      const object = fc.dictionary(
        fc.constantFrom('a', 'b', '__proto__'),
        fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })),
        { maxKeys: 2 },
      );
      const written = (value: object): string =>
        JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
      fc.assert(
        fc.property(fc.array(object, { minLength: 1, maxLength: 3 }), object, (list, value) => {
          expect(passes('enum', list, value)).to.equal(list.some((each) => written(each) === written(value)));
          expect(passes('const', value, structuredClone(value))).to.equal(true);
        }),
        { numRuns: 500 },
      );
    });

    it('before, after, as Date reads them', () => {
      const time = fc.date({
        min: new Date('0000-01-01T00:00Z'),
        max: new Date('9999-12-31T00:00Z'),
        noInvalidDate: true,
      });
      const near = fc.integer({ min: -3, max: 3 });
      fc.assert(
        fc.property(time, near, fc.integer({ min: -23, max: 23 }), (limit, distance, hours) => {
          const moment = Math.min(Math.max(limit.getTime() + distance, -62167219200000), 253402214400000);
          // The same moment on a clock that is some hours ahead.
          const local = new Date(moment + hours * 3_600_000);
          const year = local.getUTCFullYear();
          if (year < 0 || year > 9999) return;
          const offset = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
          const value = local.toISOString().replace('Z', offset);
          expect(passes('before', limit, value), value).to.equal(moment < limit.getTime());
          expect(passes('after', limit.toISOString(), value), value).to.equal(moment > limit.getTime());
        }),
        { numRuns: 1000 },
      );
    });
  });

  describe('types', () => {
    it('date: every day that Date gives back as it was', () => {
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
        { numRuns: 1000 },
      );
    });

    it('int, float from text: the number that was written, or an error', () => {
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
