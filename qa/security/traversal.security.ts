import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, request } from './bytes.ts';
import { askAll } from './corpus/pipeline.ts';
import { TRAVERSALS } from './corpus/traversal.ts';
import { watchFiles } from './corpus/watch-files.ts';
import { VARIANTS, type Variant } from './target.ts';

/** Where the tails are put, and the share of one variant: with 4 all are tried with either kind of captures, with 8 all are tried, with 32 a quarter. */
const PLACES: readonly (readonly [name: string, before: string, shared: 4 | 8 | 32])[] = [
  ['a capture that names the controller', '/any/', 4],
  ['the rest of a path', '/rest-of/', 8],
  ['the second capture of a rule', '/mapped/a/', 32],
  ['a capture behind a prefix', '/api/', 32],
  ['the id of a record', '/post/', 32],
  ['the address of a rule itself', '/', 32],
];

/** The tails of one variant: one of so many. */
function share({ name, capture }: Variant, shared: number): readonly string[] {
  const variants = VARIANTS.filter((one) => shared > 4 || one.capture === capture);
  const place = variants.findIndex((one) => one.name === name);
  return TRAVERSALS.filter((_, index) => index % shared === place);
}

/** A value that was let through leads nowhere: one name after the other, each decoded once. */
function checkEcho({ body }: Answer, sent: string): void {
  const { params, id } = JSON.parse(body) as { params?: Record<string, string>; id?: string | number | null };
  for (const value of [...Object.values(params ?? {}), String(id ?? 'none')]) {
    const segments = value.split('/');
    expect(segments, sent).to.not.include.members(['..']);
    expect(segments, sent).to.not.include.members(['.']);
    expect(segments, sent).to.not.include.members(['']);
    expect(value, sent).to.not.include('\0');
  }
}

const attacks = PLACES.map(
  ([name, before, shared]): Attack => ({
    name: `traversal in ${name}`,
    send: async (target) => {
      const requests = share(target.variant, shared).map((tail) => request('GET', before + tail, { isKept: true }));
      // What is loaded with a first request is no answer to it.
      await askAll(target.port, requests.slice(0, 50));
      const watch = watchFiles();
      try {
        return await askAll(target.port, requests);
      } finally {
        watch.stop();
        expect(watch.seen).to.deep.equal([]);
      }
    },
    answer: [200, 400, 404, 414],
    check: (answers, { variant }) => {
      const tails = share(variant, shared);
      expect(answers).to.have.length(tails.length);
      for (const [index, answer] of answers.entries()) {
        const sent = before + tails[index];
        expect(answer.status, sent).to.be.oneOf([200, 400, 404, 414]);
        if (answer.status === 200) checkEcho(answer, sent);
      }
    },
  }),
);

describeAttacks('path traversal', attacks);

describe('what path traversal is tried with', () => {
  it('tries at least 30,000 tails', () => expect(TRAVERSALS).to.have.length.at.least(30_000));

  // `import()` is not among them: where TypeScript is read by a loader, that works in a thread of its own.
  it('the watch sees each way to a file', async () => {
    const file = import.meta.filename;
    for (const [name, open] of Object.entries({
      readFileSync: () => readFileSync(file),
      existsSync: () => existsSync(file),
      promises: () => readFile(file),
      stat: () => stat(file),
      createReadStream: () => createReadStream(file).resume(),
      require: () => createRequire(file)('./score.cjs?'.slice(0, -1)),
    })) {
      const watch = watchFiles();
      await open();
      watch.stop();
      expect(watch.seen, name).to.not.deep.equal([]);
    }
    expect(readFileSync.name).to.equal('readFileSync');
  });
});
