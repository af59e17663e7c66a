import { expect } from 'chai';
import fc from 'fast-check';
import { jsonFormats } from '../../src/rules/json-formats.ts';
import { jsonFormatRows } from './rows/json-formats.ts';
import { describeRows, passes } from './rule-table.ts';

describe('format', () => {
  describeRows('rows', jsonFormatRows);

  it('has a row for every format', () => {
    expect(jsonFormatRows.map(([{ format }]) => format)).to.have.members(Object.keys(jsonFormats));
  });

  it('accepts dates, UUIDs and URLs that the platform writes', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0000-01-01T00:00Z'), max: new Date('9999-12-31T00:00Z'), noInvalidDate: true }),
        fc.uuid(),
        fc.webUrl(),
        (date, uuid, url) => {
          const text = date.toISOString();
          const rows = {
            'date-time': text,
            date: text.slice(0, 10),
            time: text.slice(11),
            uuid,
            uri: new URL(url).href,
          };
          for (const [format, value] of Object.entries(rows)) {
            expect(passes('format', format, value), `${format} ${value}`).to.equal(true);
          }
        },
      ),
    );
  });

  it('is fast on long strings', () => {
    const parts = ['a', '%20', ':', '/', '@', '[', '1.', '-', '0', '#', 'http://', 'a@[', '\u212a'];
    for (const [format, test] of Object.entries(jsonFormats)) {
      for (const part of parts) {
        const text = part.repeat(100_000 / part.length);
        const start = performance.now();
        for (const head of ['', 'http:', 'http://', '2024-01-01T00:00:00.']) test(`${head}${text}!\n`);
        expect(performance.now() - start, `${format} ${part}`).to.be.below(5_000);
      }
    }
  });
});
