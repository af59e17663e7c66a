import { rm } from 'node:fs/promises';
import multer from 'multer';
import Rest from './rest.js';

const upload = multer({ dest: 'uploads', defParamCharset: 'utf8', limits: { fileSize: 5_000 } }).single('file');

export default class Attachment extends Rest {
  static actions = ['get', 'post', 'delete'];
  static forms = true;
  static idempotent = false;
  static hidden = ['path'];

  async __before() {
    if (this.header('X-Closed') === 'yes') return this.success({ closed: true }, { status: 202 });
    if (this.header('X-Closed') === 'no') return false;
    await this.upload(upload);
  }

  async addRecords(list) {
    const { originalname: name, mimetype: type, size, path } = this.file('file');
    return super.addRecords(list.map((values) => ({ ...values, name, type, size, path })));
  }

  async afterCommit({ action, before }) {
    if (action === 'delete') await rm(before.path, { force: true });
  }
}
