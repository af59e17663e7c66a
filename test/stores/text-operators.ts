import { caseVariants, foldCase, type TextCondition } from '@rest-gen/model/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import type { Models } from '../../packages/model/src/index.ts';
import type { Dialect } from '../../packages/model/src/sql/dialect.ts';

const RUNS = Number(process.env.STORE_RUNS ?? 25);

/**
 * `contains`, `startsWith` and `endsWith` find what plain JavaScript finds.
 *
 * @param open - gives models on an empty store
 * @param type - of a column for text
 */
export function describeText(
  name: string,
  dialect: Dialect,
  type: RawBuilder<unknown>,
  open: () => Promise<Models> | Models,
): void {
  describe(`text: ${name}`, () => {
    let models: Models;
    before(async () => {
      models = await open();
      await sql`create table piece (place integer, value ${type}, pattern ${type})`.execute(models.kysely);
    });
    after(() => models.close());

    async function store(rows: readonly (readonly [value: string | null, pattern: string])[]): Promise<void> {
      await sql`delete from piece`.execute(models.kysely);
      for (let from = 0; from < rows.length; from += 200) {
        const part = rows.slice(from, from + 200).map((row, index) => sql`(${sql.join([from + index, ...row])})`);
        await sql`insert into piece values ${sql.join(part)}`.execute(models.kysely);
      }
    }

    async function matching(wanted: RawBuilder<unknown>): Promise<unknown[]> {
      const matches = dialect.matchesText(sql.id('value'), wanted, column);
      const { rows } = await sql<{ place: number }>`select place from piece where ${matches} order by place`.execute(
        models.kysely,
      );
      return rows.map(({ place }) => place);
    }

    it('tells characters apart as foldCase does', async () => {
      const folded = characters.map(foldCase);
      const rows = characters.flatMap((character, place) => {
        const isCased = caseVariants(character) !== character;
        const others = isCased ? characters : [character.toLowerCase(), character.toUpperCase()];
        const different = others.filter((other, index) => (isCased ? folded[index] : other) !== folded[place]);
        const wanted = dialect.textPattern('contains', folded[place] as string);
        return [
          [character, wanted],
          [different.join(''), wanted],
        ] as const;
      });
      await store(rows);
      expect(await matching(sql.id('pattern'))).to.deep.equal(characters.map((_, index) => index * 2));
    });

    it('finds what JavaScript finds', async function () {
      this.timeout(Math.max(20_000, RUNS * 400));
      const property = fc.asyncProperty(manyTexts, manyTexts, async (values, texts) => {
        await store([...values, null].map((value) => [value, '']));
        for (const text of ['', ...texts]) {
          for (const operator of ['contains', 'startsWith', 'endsWith'] as const) {
            const expected = values.flatMap((value, index) => (holds(operator, value, text) ? [index] : []));
            expect(await matching(sql`${dialect.textPattern(operator, text)}`)).to.deep.equal(expected);
          }
        }
      });
      await fc.assert(property, { numRuns: RUNS });
    });

    it('finds long text in long text that nearly has it everywhere', async () => {
      const part = 'θ'.repeat(254);
      await store([
        [part.repeat(200), ''],
        [`${part.repeat(200)}A`, ''],
      ]);
      expect(await matching(sql`${dialect.textPattern('contains', `${part}a`)}`)).to.deep.equal([1]);
      expect(await matching(sql`${dialect.textPattern('endsWith', `${part}a`)}`)).to.deep.equal([1]);
    });
  });
}

// --- internal ---

const column = { name: 'value', type: 'string', nullable: true, hasDefault: false } as const;

/** Every letter that `foldCase` knows, and others that databases and regular expressions treat as equal or special. */
const characters: readonly string[] = [
  ...[...between(0x01, 0x052f), ...between(0x1c80, 0x1c8f), ...between(0x1d00, 0x1fff), ...between(0x2126, 0x212b)],
  ...[...between(0x2160, 0x217f), ...between(0x24b6, 0x24e9), ...between(0x2c00, 0x2dff), ...between(0xa640, 0xa7ff)],
  ...[...between(0x10a0, 0x10ff), ...between(0xff21, 0xff5a), ...between(0x10400, 0x1044f), ...between(0x531, 0x587)],
  ...['\ufb00', '\ufb05', '\ufb06', '\ufeff', '\uffff', '\u{1e900}', '\u{1e922}', '😀', '\u{10ffff}', '中', 'ア', 'あ'],
];

function between(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}

/** Few, so that a text is often part of another one. */
const pieces = [
  ...[
    'a',
    'A',
    'b',
    's',
    'S',
    'ſ',
    'ß',
    'ẞ',
    'ss',
    'σ',
    'Σ',
    'ς',
    'i',
    'I',
    'İ',
    'ı',
    'k',
    '\u212a',
    'é',
    'É',
    'e\u0301',
  ],
  ...['%', '_', '*', '?', '[', ']', '[a]', '[^a]', '[!a]', '^', '-', '$', '\\', '\\\\', '\\A', '\\z', '.', '.*', '|'],
  ...[
    '(',
    ')',
    '(?i)',
    '{',
    '}',
    '{2}',
    '+',
    '***=',
    '\n',
    '\r\n',
    '\t',
    ' ',
    "'",
    '"',
    '😀',
    '\u0301',
    '&&',
    '#',
    '/',
  ],
];

const manyTexts = fc.array(
  fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((parts) => parts.join('')),
  { minLength: 8, maxLength: 12 },
);

function holds(operator: TextCondition['operator'], value: string, text: string): boolean {
  const [whole, part] = [foldCase(value), foldCase(text)];
  if (operator === 'contains') return whole.includes(part);
  return operator === 'startsWith' ? whole.startsWith(part) : whole.endsWith(part);
}
