import { Controller } from '@rest-gen/router';

export default class Files extends Controller {
  getAction() {
    return this.download(this.get('path') ?? 'package.json', { root: 'migrations' });
  }
}
