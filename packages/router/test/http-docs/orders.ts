import { Controller } from '@rest-gen/router';

/** Orders that require an Idempotency-Key. */
export class Order extends Controller {
  static readonly idempotent = 'required';

  async postAction() {
    const item = this.post('item');
    const id = await this.model().add({ item });
    return this.created(id, { id, item });
  }
}

/** A report that exceeds the timeout. */
export class Report extends Controller {
  async getAction() {
    await new Promise((_, reject) => this.signal.addEventListener('abort', () => reject(this.signal.reason)));
  }
}
