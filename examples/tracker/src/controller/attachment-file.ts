import { Controller } from '@rest-gen/router';

export default class AttachmentFile extends Controller {
  static shown = { type: 'string', format: 'binary' };

  async getAction(): Promise<unknown> {
    const { path, name, type } = this.found(await this.model('attachment').byId(this.get('id')).find());
    return this.download(path, { name, type, inline: true });
  }
}
