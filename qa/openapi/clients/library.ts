import { configureStore } from '@reduxjs/toolkit';
import { zBook, zCreateBookBody, zListBookResponse } from '../generated/library/hey-api/zod.gen';
import { bookCreateSchema } from '../generated/library/kubb-zod/zod/bookCreateSchema.ts';
import { bookSchema } from '../generated/library/kubb-zod/zod/bookSchema.ts';
import { createCoverMutationRequestSchema } from '../generated/library/kubb-zod/zod/createCoverSchema.ts';
import { listBook200Schema } from '../generated/library/kubb-zod/zod/listBookSchema.ts';
import * as oazapfts from '../generated/library/oazapfts.ts';
import { CreateBookBody, CreateCoverBody, GetBookResponse, ListBookResponse } from '../generated/library/orval-zod.ts';
import { api } from '../generated/library/rtk-base.ts';
import { enhancedApi } from '../generated/library/rtk-query.ts';
import type { Schemas } from './client.ts';

export const schemas: Readonly<Record<string, Schemas>> = {
  'hey-api': { body: zCreateBookBody, record: zBook, list: zListBookResponse },
  orval: { body: CreateBookBody, record: GetBookResponse, list: ListBookResponse, upload: CreateCoverBody },
  kubb: {
    body: bookCreateSchema,
    record: bookSchema,
    list: listBook200Schema,
    upload: createCoverMutationRequestSchema,
  },
};

/** Create, list, upload and download by the client of oazapfts. */
export async function useOazapfts(url: string): Promise<unknown[]> {
  oazapfts.defaults.baseUrl = url;
  const created = await oazapfts.createBook({ title: 'By oazapfts', kind: 'novel', state: null });
  const listed = await oazapfts.listBook({ title: { contains: 'oazapfts' }, sort: ['-id'] });
  const titles = listed.status === 200 ? listed.data.map(({ title }) => title) : [];
  const cover = await oazapfts.createCover({ title: 'Front', 'place[city]': 'Ulm', picture: new Blob(['0123456789']) });
  if (!('id' in cover.data)) return [created.status, titles, cover.data];
  const file = await oazapfts.getCoverFile(String(cover.data.id));
  // It reads by the media type of the answer: the file is text.
  return [created.status, titles, cover.data.place, file.status === 200 && String(file.data)];
}

/** The states of the used books by RTK Query, whose base has another host. */
export async function useRtkQuery(url: string): Promise<unknown[] | undefined> {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (standard) => standard().concat(api.middleware),
  });
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const { pathname, search } = new URL((input as Request).url);
    return fetch(new Request(url + pathname + search, input as Request), init);
  };
  try {
    const { data } = await store.dispatch(enhancedApi.endpoints.listBook.initiate({ state: 'used' }));
    return data?.map(({ state }) => state);
  } finally {
    globalThis.fetch = fetch;
  }
}
