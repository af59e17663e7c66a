import { expect } from 'chai';
import { jsonFormats } from '../../src/rules/json-formats.ts';
import { runField } from '../run-field.ts';

const table: [format: string, pass: string[], fail: string[]][] = [
  ['date', ['2024-02-29'], ['2023-02-29', '2024-02-29T10:00:00Z']],
  [
    'date-time',
    ['2024-02-29T10:00:00Z', '2024-02-29T10:00:00.5+02:00'],
    ['2024-02-29', '2024-02-29T10:00Z', '2024-02-29T10:00:00'],
  ],
  ['time', ['10:00:00Z', '10:00:00-02:00'], ['10:00Z', '25:00:00Z', '10:00:00']],
  ['email', ['a@example.com'], ['a']],
  ['hostname', ['localhost', 'example.com'], ['a b']],
  ['ipv4', ['1.2.3.4'], ['::1']],
  ['ipv6', ['::1'], ['1.2.3.4']],
  ['uri', ['https://example.com/', 'urn:isbn:1'], ['/a', 'example.com']],
  ['uuid', ['9b2e1f04-7a3c-4d5e-8f60-123456789abc'], ['9b2e1f04']],
];

describe('format', () => {
  for (const [format, pass, fail] of table) {
    it(format, () => {
      for (const value of pass) expect(runField({ format }, value), value).to.deep.equal({ value });
      for (const value of fail) expect(runField({ format }, value), value).to.deep.equal({ rule: 'format' });
    });
  }

  it('has a row here for every format', () => {
    expect(table.map(([format]) => format)).to.have.members(Object.keys(jsonFormats));
  });
});
