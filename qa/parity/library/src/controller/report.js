import { Readable } from 'node:stream';
import { Controller, HttpError } from '@rest-gen/router';

/** Answers of all kinds, chosen by the path. */
export default class Report extends Controller {
  static timeout = 5_000;

  __before() {
    if (this.header('X-Closed') === 'yes') this.fail(401, 'Who are you?', { realm: 'report' });
  }

  async getAction() {
    switch (this.get('kind')) {
      case 'text':
        return 'Some text';
      case 'bytes':
        return Buffer.from([0, 1, 2, 250, 251]);
      case 'stream':
        return this.success(Readable.from(['a', 'b', 'c']), { headers: { 'Content-Type': 'text/plain' } });
      case 'nothing':
        return;
      case 'null':
        return null;
      case 'number':
        return 7;
      case 'fail':
        return this.fail(418, 'Tea', { pot: [1, 2] });
      case 'http':
        throw new HttpError(503, 'Closed', { headers: { 'Retry-After': '60' } });
      case 'throw':
        throw new TypeError('A secret of the code');
      case 'count': {
        const [own, all] = [await this.model('book').count(), await this.model('book').unrestricted().count()];
        return { user: this.user?.id ?? null, own, all };
      }
      case 'model': {
        const books = this.model('book').where({ reviews: { some: { stars: 5 } }, 'author.name': { ne: 'Bob' } });
        return books.order('-reviewCount').include('tags').select();
      }
      case 'transaction':
        return this.transaction(async () => {
          await this.model('shelf').unrestricted().add({ name: 'of a transaction' });
          return this.fail(409, 'Rolled back');
        });
      case 'self':
        this.res.status(203).type('text/plain').send('written by hand');
        return;
      default:
        return this.success({ get: this.get(), query: this.req.query }, { headers: { 'Cache-Control': 'max-age=60' } });
    }
  }

  async postAction({ body }) {
    return this.success({ got: body, kind: this.get('kind') }, { status: 202 });
  }

  __after() {
    this.res.setHeader('X-After', 'yes');
  }

  __call() {
    return { method: this.req.method };
  }
}
