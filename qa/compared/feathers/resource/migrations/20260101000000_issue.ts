import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('issues', (table) => {
    table.increments('id');
    table.string('title', 120).notNullable();
    table.enum('state', ['open', 'closed']).notNullable().defaultTo('open');
    table.integer('hours').unsigned();
    table.integer('ownerId').notNullable();
    table.timestamp('createdAt').notNullable().defaultTo(knex.fn.now());
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('issues');
}
