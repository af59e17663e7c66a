import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import express, { type Request } from 'express';
import supertest, { type Response } from 'supertest';
import { createRestRouter, type RestRouterOptions } from '../src/index.ts';
import { acting, keepQuiet } from './serve.ts';

const TEXTS: Readonly<Record<string, string>> = { de: 'fehlt', fr: 'manque' };

type Translated = Request & { language: string; t(key: string): string };

describe('the option language', () => {
  keepQuiet();

  async function ask(options: RestRouterOptions, language: string, status = 422): Promise<Response> {
    const router = createRestRouter({
      rules: [['/post', 'rest']],
      controllers: { post: acting(() => ({})) },
      logics: { post: defineLogic({ postAction: { body: { title: { required: true, string: true } } } }) },
      log: false,
      ...options,
    });
    const app = express();
    // As a middleware such as that of i18next does.
    app.use((req, _res, next) => {
      const chosen = req.acceptsLanguages('en', 'de', 'fr') || 'en';
      Object.assign(req, { language: chosen, t: (key: string) => `${key} ${TEXTS[chosen]}` });
      next();
    });
    app.use(router, router.errors);
    return supertest(app).post('/post').set('Accept-Language', language).send({}).expect(status);
  }

  const told = ({ body, headers }: Response) => [body.errors[0].message, headers['content-language']];

  it('names the language in which a function writes messages', async () => {
    const options: RestRouterOptions = {
      language: (req) => (req as Translated).language,
      messages: ({ name, environment }) => (environment.req as Translated).t(name),
    };
    expect(told(await ask(options, 'de'))).to.eql(['title fehlt', 'de']);
    expect(told(await ask(options, 'fr, de;q=0.5'))).to.eql(['title manque', 'fr']);
  });

  it('is given to the function', async () => {
    const options: RestRouterOptions = { language: () => 'fr-CA', messages: ({ language }) => language };
    expect(told(await ask(options, 'de'))).to.eql(['fr-CA', 'fr-CA']);
  });

  it('chooses among texts by language', async () => {
    const messages = { de: { required: '{name} fehlt' } };
    expect(told(await ask({ messages, language: () => 'de-AT' }, 'en'))).to.eql(['title fehlt', 'de']);
    expect(told(await ask({ messages, language: () => 'it' }, 'de'))).to.eql(['title is required', 'en']);
    expect(told(await ask({ messages, language: () => undefined }, 'de'))).to.eql(['title fehlt', 'de']);
    expect(told(await ask({ messages, language: () => 'no tag' }, 'de'))).to.eql(['title is required', 'en']);
  });

  it('says what it has to give', async () => {
    for (const given of [['de', 'en'], 5, Promise.resolve('de')]) {
      const { body } = await ask({ language: () => given as never }, 'de', 500);
      expect(body.hint).to.match(/^The option language has given .+: return one tag, such as 'de'\.$/s);
    }
  });

  it('has to be a function', () => {
    expect(() => createRestRouter({ language: 'de' as never })).to.throw('E_OPTION');
  });
});
