import { Controller } from '@rest-gen/router';

export default class AttachmentFile extends Controller {
  async getAction() {
    const { path, name, type } = this.found(await this.model('attachment').byId(this.get('id')).find());
    return this.download(path, { name, type, inline: this.req.query.inline === 'yes' });
  }
}
