import { expect } from 'chai';
import { checkAnswers, checkStored, countUnknown, recoveryAfter, type Stored, type Trouble } from './check.ts';
import { Ledger } from './ledger.ts';

describe('the proof on a cluster', () => {
  describe('compares what was acknowledged with what is stored', () => {
    const table: readonly [what: string, stored: Partial<Stored>, problem: string | undefined][] = [
      ['all is well', {}, undefined],
      ['an unknown write has come', { entries: ['a', 'b'] }, undefined],
      ['an acknowledged write is lost', { entries: ['b'] }, 'a was acknowledged and is lost'],
      ['a write is doubled', { entries: ['a', 'a'] }, 'a is there twice'],
      ['an unknown write is doubled', { entries: ['a', 'b', 'b'] }, 'b is there twice'],
      ['something else is there', { entries: ['a', 'c'] }, 'c was never sent'],
      ['a payment is doubled', { payments: ['p', 'p'] }, 'p is there twice'],
      [
        'an increment is lost',
        { counters: new Map([['/counter/1', 1]]) },
        '/counter/1 is 1 after 2 increments and 1 unknown ones',
      ],
      ['an unknown increment counts', { counters: new Map([['/counter/1', 3]]) }, undefined],
      [
        'an increment is doubled',
        { counters: new Map([['/counter/1', 4]]) },
        '/counter/1 is 4 after 2 increments and 1 unknown ones',
      ],
      ['a counter is lost', { counters: new Map() }, '/counter/1 is NaN after 2 increments and 1 unknown ones'],
      ['a change is lost', { notes: new Map([['/note/1', 4]]) }, '/note/1 is 4, not one of 5, 6'],
      ['an unknown change has come', { notes: new Map([['/note/1', 6]]) }, undefined],
    ];
    for (const [what, stored, problem] of table) {
      it(what, () => {
        expect(checkStored(known(), { ...right, ...stored })).to.eql(problem === undefined ? [] : [problem]);
      });
    }

    it('a payment was never acknowledged', () => {
      const ledger = known();
      ledger.payments.set('p', 'unknown').set('q', 'done');
      expect(checkStored(ledger, { ...right, payments: ['p', 'q'] })).to.eql(['p was never acknowledged']);
    });

    it('nothing was acknowledged', () => {
      expect(checkStored(new Ledger(), { entries: [], payments: [], counters: new Map(), notes: new Map() })).to.eql([
        'no entries were acknowledged',
        'no payments were acknowledged',
        'no increments were acknowledged',
      ]);
    });

    it('two increments were acknowledged with the same value', () => {
      const ledger = known();
      ledger.counters.set('/counter/1', { values: [2, 2], unknown: 0 });
      expect(checkStored(ledger, right)).to.eql(['two increments of /counter/1 were acknowledged with 2']);
    });
  });

  it('counts what was done though nobody acknowledged it', () => {
    expect(countUnknown(known(), right)).to.equal(0);
    const more = { entries: ['a', 'b'], counters: new Map([['/counter/1', 3]]) };
    expect(countUnknown(known(), { ...right, ...more })).to.equal(2);
  });

  describe('looks at every answer', () => {
    const troubles: Trouble[] = [
      { what: 'node 1 was ended', from: 10_000, until: 10_000 },
      { what: 'node 1 came back', from: 16_000, until: 20_000 },
      { what: 'node 2 was ended', from: 30_000, until: 30_000 },
    ];
    const polite = { 'retry-after': '1' };
    const table: readonly [
      what: string,
      answered: [status: number, ended: number, fields?: object],
      problem: RegExp | undefined,
    ][] = [
      ['503 soon after a node was ended', [503, 34_999, polite], undefined],
      ['503 later', [503, 35_001, polite], /503 .*, 5001 ms after node 2 was ended$/],
      ['503 while a node comes back', [503, 16_001, polite], undefined],
      ['503 soon after a node has come back', [503, 24_999, polite], undefined],
      ['503 later than that', [503, 25_001, polite], /503 .*, 5001 ms after node 1 came back$/],
      ['503 between', [503, 15_500, polite], /503 .*, 5500 ms after node 1 was ended$/],
      ['503 before', [503, 9_999, polite], /before anything was done$/],
      ['503 without Retry-After', [503, 11_000], /not 503 with Retry-After$/],
      ['500', [500, 11_000, polite], /answered 500 .*not 503/],
      ['a connection that fails', [0, 11_000], /answered 0 .*not 503/],
    ];
    for (const [what, [status, ended, headers], problem] of table) {
      it(what, () => {
        const found = checkAnswers(answered([status, ended - 10, ended, headers ?? {}]), troubles);
        expect(found).to.have.length(problem === undefined ? 0 : 1);
        if (problem !== undefined) expect(found[0]).to.match(problem);
      });
    }

    it('and at reads of what is gone', () => {
      const ledger = new Ledger();
      ledger.stale.push('/note/1 was read as 1, not as 2');
      expect(checkAnswers(ledger, troubles)).to.eql(['/note/1 was read as 1, not as 2']);
    });
  });

  describe('measures how long the end of a node is felt', () => {
    const table: readonly [what: string, answers: Parameters<typeof answered>, milliseconds: number][] = [
      [
        'not at all',
        [
          [200, 900, 950],
          [200, 1_010, 1_030],
        ],
        0,
      ],
      [
        'by an error',
        [
          [503, 1_000, 1_200],
          [200, 1_210, 1_230],
        ],
        200,
      ],
      ['by a slow answer', [[200, 1_000, 2_400]], 1_400],
      ['by what began before', [[200, 900, 2_000]], 1_000],
      ['never by what comes after the next event', [[503, 8_000, 8_100]], 0],
    ];
    for (const [what, answers, milliseconds] of table) {
      it(what, () => expect(recoveryAfter(answered(...answers), 1_000, 7_000)).to.equal(milliseconds));
    }
  });
});

// --- internal ---

const right: Stored = {
  entries: ['a'],
  payments: ['p'],
  counters: new Map([['/counter/1', 2]]),
  notes: new Map([['/note/1', 5]]),
};

function known(): Ledger {
  const ledger = new Ledger();
  ledger.entries.set('a', 'done').set('b', 'unknown');
  ledger.payments.set('p', 'done');
  ledger.counters.set('/counter/1', { values: [1, 2], unknown: 1 });
  ledger.notes.set('/note/1', [5, 6]);
  return ledger;
}

function answered(...answers: [status: number, began: number, ended: number, headers?: object][]): Ledger {
  const ledger = new Ledger();
  for (const [status, began, ended, headers = {}] of answers) {
    const answer = { status, began, ended, headers: { ...headers }, body: '' };
    ledger.answers.push({ what: 'POST /entry', answer, isError: status !== 200 });
  }
  return ledger;
}
