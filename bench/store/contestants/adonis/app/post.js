import { BaseModel, column } from '@adonisjs/lucid/orm';
import { DateTime } from 'luxon';

// SQLite holds the text that our migration writes by default, and all contestants answer that text.
const consume = (time) => (typeof time === 'string' ? DateTime.fromISO(time) : DateTime.fromJSDate(time));
const serialize = (time) => time.toUTC().toISO();

export default class Post extends BaseModel {
  static table = 'post';
}
column({ isPrimary: true })(Post.prototype, 'id');
column()(Post.prototype, 'title');
column()(Post.prototype, 'body');
column()(Post.prototype, 'views');
column.dateTime({ autoCreate: true, columnName: 'created_at', serializeAs: 'created_at', consume, serialize })(
  Post.prototype,
  'createdAt',
);
column.dateTime({
  autoCreate: true,
  autoUpdate: true,
  columnName: 'updated_at',
  serializeAs: 'updated_at',
  consume,
  serialize,
})(Post.prototype, 'updatedAt');
