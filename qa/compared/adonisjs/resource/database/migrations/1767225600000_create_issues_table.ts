import { BaseSchema } from '@adonisjs/lucid/schema';

export default class extends BaseSchema {
  protected tableName = 'issues';

  async up() {
    this.schema.createTable(this.tableName, (table) => {
      table.increments('id');
      table.string('title', 120).notNullable();
      table.enum('state', ['open', 'closed']).notNullable().defaultTo('open');
      table.integer('hours');
      table.integer('owner_id').notNullable();
      table.timestamp('created_at').notNullable();
    });
  }

  async down() {
    this.schema.dropTable(this.tableName);
  }
}
