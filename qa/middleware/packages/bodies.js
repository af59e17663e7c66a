// What reads bodies and changes requests before the router.
import { expect } from 'chai';
import fileUpload from 'express-fileupload';
import hpp from 'hpp';
import methodOverride from 'method-override';
import multer from 'multer';

const json = { 'content-type': 'application/json' };
const multipart = { 'content-type': 'multipart/form-data; boundary=xYx' };

/** @type {import('../run-entry.js').Entry[]} */
export const bodies = [
  {
    name: 'express',
    as: 'express.json()',
    mount: ({ express }) => ({ before: [express.json(), express.urlencoded({ extended: false })] }),
    check: async ({ ask }) => {
      expect((await ask('POST /api/post', json, { title: 'Read before' })).json.title).to.equal('Read before');
    },
  },
  {
    name: 'multer',
    mount: ({ HttpError }) => ({
      before: [multer({ limits: { fileSize: 1_000 } }).single('file')],
      options: {
        onError: (error) => (error.cause?.code === 'LIMIT_FILE_SIZE' ? new HttpError(413, error.cause.message) : error),
      },
    }),
    // `this.upload` of a class would read the body a second time.
    sent: (line) => line !== 'POST /api/picture',
    check: async ({ ask }) => {
      const { status, json: drop } = await ask('POST /api/drop', multipart, toForm('some bytes'));
      expect([status, drop]).to.deep.equal([200, { title: 'A picture', name: 'a.txt', size: 10 }]);
      const large = await ask('POST /api/drop', multipart, toForm('b'.repeat(2_000)));
      expect([large.status, large.json.detail]).to.deep.equal([413, 'File too large']);
      expect((await ask('POST /api/picture', multipart, toForm('some bytes'))).json.hint).to.match(
        /call upload\(\) once/,
      );
    },
  },
  {
    name: 'multer',
    as: 'this.upload',
    mount: () => ({}),
    check: async ({ ask }) => {
      const { status, json: picture } = await ask('POST /api/picture', multipart, toForm('some bytes'));
      expect([status, picture]).to.deep.equal([200, { title: 'A picture', name: 'a.txt', size: 10 }]);
      expect((await ask('POST /api/picture', multipart, toForm('b'.repeat(2_000)))).json.code).to.equal(
        'E_BODY_TOO_LARGE',
      );
    },
  },
  {
    name: 'express-fileupload',
    mount: () => ({ before: [fileUpload({ limits: { fileSize: 1_000 }, abortOnLimit: true })] }),
    sent: (line) => line !== 'POST /api/picture',
    check: async ({ ask }) => {
      const { status, json: drop } = await ask('POST /api/drop', multipart, toForm('some bytes'));
      expect([status, drop]).to.deep.equal([200, { title: 'A picture', name: 'a.txt', size: 10 }]);
      // It answers itself, in plain text.
      expect((await ask('POST /api/drop', multipart, toForm('b'.repeat(2_000)))).status).to.equal(413);
    },
  },
  {
    name: 'hpp',
    mount: ({ express }) => ({
      before: [express.json(), express.urlencoded({ extended: false }), hpp()],
    }),
    check: async ({ ask }) => {
      // Express 5 parses the query anew each time it is read, so what hpp does to it is lost there; the router reads the URL.
      const { status, json: problem } = await ask('GET /api/answer/long?a=1&a=2');
      expect([status, problem.code]).to.deep.equal([400, 'E_QUERY']);
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await ask('POST /api/form', form, 'name=Ann&name=Bob')).json).to.deep.equal({ name: 'Bob' });
    },
  },
  {
    name: 'method-override',
    mount: () => ({ before: [methodOverride('X-HTTP-Method-Override')] }),
    changes: ['vary'],
    check: async ({ ask }) => {
      const override = (method) => ({ ...json, 'x-http-method-override': method });
      const changed = await ask('POST /api/post/1', override('PATCH'), { title: 'Overridden' });
      expect([changed.status, changed.json.title]).to.deep.equal([200, 'Overridden']);
      expect((await ask('POST /api/post/1', override('DELETE'))).status).to.equal(204);
      expect((await ask('GET /api/post/1')).status).to.equal(404);
    },
  },
];

// --- internal ---

function toForm(content) {
  return [
    ...['--xYx', 'Content-Disposition: form-data; name="title"', '', 'A picture'],
    ...['--xYx', 'Content-Disposition: form-data; name="file"; filename="a.txt"', '', content, '--xYx--', ''],
  ].join('\r\n');
}
