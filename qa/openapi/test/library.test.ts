import { expect } from 'chai';
import type { Schemas } from '../clients/client.ts';
import { type Served, startLibrary } from './start-library.ts';

interface Clients {
  readonly schemas: Readonly<Record<string, Schemas>>;
  useOazapfts(url: string): Promise<unknown[]>;
  useRtkQuery(url: string): Promise<unknown[] | undefined>;
}

// Generated code is compiled with options of its own.
const file = new URL('../clients/library.ts', import.meta.url);
const { schemas, useOazapfts, useRtkQuery } = (await import(file.href)) as Clients;

describe('clients of the fixture', () => {
  const book = { title: 'A', kind: 'novel', state: null, printed_on: '2026-01-31' };
  let library: Served;
  before(async () => {
    library = await startLibrary();
    for (const state of [null, 'used'])
      await fetch(`${library.url}/book`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...book, state, barcode: '9007199254740993' }),
      });
  });
  after(() => library.stop());

  for (const [name, { body, record, list, upload }] of Object.entries(schemas)) {
    it(`by the zod schemas of ${name} take what the service takes and answers`, async () => {
      const read = async (path: string): Promise<unknown> => (await fetch(library.url + path)).json();
      expect(record.safeParse(await read('/book/1'))).to.include({ success: true });
      expect(list.safeParse(await read('/book'))).to.include({ success: true });
      expect(body.safeParse(book)).to.include({ success: true });
      for (const wrong of [{ printed_on: 'nonsense' }, { title: '' }, { state: 'old' }, { kind: null }])
        expect(body.safeParse({ ...book, ...wrong }), JSON.stringify(wrong)).to.include({ success: false });
      const picture = new File(['0123456789'], 'front.txt');
      if (upload) expect(upload.safeParse({ title: 'Front', picture })).to.include({ success: true });
    });
  }

  it('by oazapfts create, list, upload and download', async () => {
    expect(await useOazapfts(library.url)).to.eql([201, ['By oazapfts'], { city: 'Ulm' }, '0123456789']);
  });

  it('by RTK Query list', async () => {
    expect(await useRtkQuery(library.url)).to.eql(['used']);
  });
});
