import { expect } from 'chai';
import fc from 'fast-check';
import { createEventParser, type ServerEvent } from '../src/changes/parse-events.ts';

const parseAll = (parts: readonly string[]): ServerEvent[] => {
  const parse = createEventParser();
  return parts.flatMap(parse);
};
const event = (fields: Partial<ServerEvent>): ServerEvent => ({
  event: 'message',
  data: '',
  id: undefined,
  retry: undefined,
  ...fields,
});

describe('the parser of events', () => {
  it('reads events as the standard says', () => {
    const cases: [text: string, events: Partial<ServerEvent>[]][] = [
      ['data: YHOO\ndata: +2\ndata: 10\n\n', [{ data: 'YHOO\n+2\n10' }]],
      [
        ': a comment\n\ndata: first\nid: 1\n\ndata:second\nid\n\ndata:  third\n\n',
        [{ data: 'first', id: '1' }, { data: 'second', id: '' }, { data: ' third' }],
      ],
      ['data\n\ndata\ndata\n\ndata:', [{}, { data: '\n' }]],
      ['event: a\rdata: 1\r\rdata: 2\r\n\r\n', [{ event: 'a', data: '1' }, { data: '2' }]],
      ['retry: 10\nretry: x\n\n', [{ retry: 10 }]],
      ['data: cut off', []],
    ];
    for (const [text, events] of cases) expect(parseAll([text]), text).to.eql(events.map(event));
  });

  it('reads the same however the text is cut', () => {
    const line = fc.oneof(
      fc.constantFrom('', '', 'data', 'data:', 'id: 7', 'event: data', 'retry: 5', ':'),
      fc
        .tuple(fc.constantFrom('data: ', 'data:', 'event:', 'x: ', ': '), fc.string({ unit: 'grapheme' }))
        .map(([name, value]) => {
          return name + value.replace(/[\r\n]/g, '');
        }),
    );
    const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r'))).map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(200)), (whole, lengths) => {
        const parts: string[] = [];
        let at = 0;
        for (const length of [...lengths, whole.length]) {
          parts.push(whole.slice(at, at + length));
          at += length;
        }
        expect(parseAll(parts)).to.eql(parseAll([whole]));
        expect(parseAll([...whole])).to.eql(parseAll([whole]));
        expect(parseAll([whole.replace(/\r\n|\r/g, '\n')])).to.eql(parseAll([whole]));
      }),
    );
  });

  it('takes linear time for a long line that comes in small parts', () => {
    const parse = createEventParser();
    const part = 'x'.repeat(10);
    const began = performance.now();
    parse('data:');
    for (let count = 0; count < 1_000_000; count += 1) parse(part);
    expect(parse('\n\n')[0]?.data).to.have.lengthOf(10_000_000);
    expect(performance.now() - began).to.be.below(5_000);
  });
});
