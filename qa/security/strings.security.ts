import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, request } from './bytes.ts';
import { askAll } from './corpus/pipeline.ts';
import { SLOTS } from './corpus/slots.ts';
import { STRINGS } from './corpus/strings.ts';
import { Upload } from './corpus/upload.ts';
import { VARIANTS, type Variant } from './target.ts';

/** Fields that somebody reads, and some that nobody should. */
const FIELDS = [
  ...['Accept', 'Accept-Language', 'Accept-Encoding', 'Content-Type', 'Content-Encoding', 'If-Match', 'If-None-Match'],
  ...['If-Modified-Since', 'Range', 'Prefer', 'Idempotency-Key', 'Cookie', 'Authorization', 'Origin', 'Forwarded'],
  ...['X-HTTP-Method-Override', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'traceparent', 'X-Any'],
];

const JSON_BODY = { 'Content-Type': 'application/json' };

/** Half of the texts: each is sent on both majors, both servers and with both kinds of captures. */
function half({ express, isOurServer, capture }: Variant): readonly string[] {
  const side = Number(express === 5) + Number(isOurServer) + Number(capture === '\\w+');
  return STRINGS.filter((_, place) => (place + side) % 2 === 0);
}

/** A part of the texts; all variants together have them all. */
function eighth(variant: Variant): readonly string[] {
  return STRINGS.filter((_, place) => VARIANTS[place % VARIANTS.length]?.name === variant.name);
}

const inSlots = SLOTS.map(
  ({ name, path, more, check }): Attack => ({
    name,
    send: ({ port, variant }) => {
      const requests = half(variant).map((text) => {
        const { method = 'GET', ...given } = more?.(text) ?? {};
        return request(method, path(text), { ...given, isKept: true });
      });
      return askAll(port, requests);
    },
    answer: [200, 201, 400, 404, 422],
    check: (answers, { variant }) => {
      const texts = half(variant);
      expect(answers).to.have.length(texts.length);
      for (const [index, text] of texts.entries()) {
        const answer = answers[index] as Answer;
        expect(answer.status, JSON.stringify(text)).to.be.within(200, 499);
        check(answer, text);
      }
    },
  }),
);

const inFields = FIELDS.map(
  (field): Attack => ({
    name: `as the field ${field}`,
    send: ({ port, variant }) => {
      const values = eighth(variant).map((text) => Buffer.from(text).toString('latin1'));
      const requests = values
        .filter(isFieldValue)
        .flatMap((value) => [
          request('GET', '/post/1', { fields: { [field]: value }, isKept: true }),
          request('POST', '/plain', { fields: { ...JSON_BODY, [field]: value }, body: '{}', isKept: true }),
        ]);
      return askAll(port, requests);
    },
    answer: [200, 304, 400, 406, 412, 415],
    check: (answers) => {
      for (const { status, head } of answers) expect(status, head).to.be.within(200, 499);
    },
  }),
);

/** What Node's parser lets through: no control character but the tab. */
function isFieldValue(value: string): boolean {
  return [...value].every((character) => character === '\t' || (character >= ' ' && character !== '\x7f'));
}

describeAttacks('naughty strings', [...inSlots, ...inFields], {
  rules: [['/upload', 'rest']],
  controllers: { upload: Upload },
});
