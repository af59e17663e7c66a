import { rm } from 'node:fs/promises';
import type { AfterWrite, Row, Stored, TableOf } from '@rest-gen/router';
import multer from 'multer';
import type logic from '../logic/attachment.js';
import Rest from './rest.js';

const dest = process.env.UPLOADS ?? 'data/uploads';
const upload = multer({ dest, defParamCharset: 'utf8', limits: { fileSize: 10_000_000 } }).single('file');

export default class Attachment extends Rest<typeof logic> {
  static actions = ['get', 'query', 'post', 'delete'];
  static forms = true;
  /** A repeated upload would leave a file that no record names. */
  static override idempotent = false;
  static hidden = ['path'];

  override async __before(): Promise<void> {
    await this.upload(upload);
  }

  override async addRecords(list: readonly Row[]): Promise<Stored[]> {
    const { originalname: name, mimetype: type, size, path } = this.file('file');
    return super.addRecords(list.map((values) => ({ ...values, name, type, size, path })));
  }

  override async afterCommit({ action, before }: AfterWrite<TableOf<'attachment'>>): Promise<void> {
    if (action === 'delete') await rm(before.path, { force: true });
  }
}
