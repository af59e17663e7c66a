import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { startLibrary, useLibrary } from './start-library.ts';

interface Validator {
  middleware(options: object): (RequestHandler | ErrorRequestHandler)[];
}

const file = new URL('../generated/library.json', import.meta.url);
const tools = createRequire(new URL('../package.json', import.meta.url));
const validator = tools('express-openapi-validator') as Validator;

describe('express-openapi-validator before the fixture', () => {
  const wrong: string[] = [];
  const validate = (): RequestHandler[] => {
    const apiSpec = JSON.parse(readFileSync(file, 'utf8')) as object;
    const onError = (error: Error, _body: unknown, { method, url }: { method: string; url: string }) => {
      wrong.push(`${method} ${url}: ${error.message}`);
    };
    return validator.middleware({
      apiSpec,
      validateApiSpec: false,
      validateRequests: false,
      validateSecurity: false,
      validateResponses: { onError },
      fileUploader: false,
    }) as RequestHandler[];
  };

  it('finds every response as the document says', async () => {
    const library = await startLibrary(...validate());
    await useLibrary(library.url).finally(() => library.stop());
    expect(wrong).to.eql([]);
  });
});
