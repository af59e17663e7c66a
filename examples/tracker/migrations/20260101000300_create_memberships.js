/** @type {import('@rest-gen/model').Migration} */
export const up = async (schema) => {
  // Who may do what in an organization; a user may belong to several.
  await schema.createTable('membership', (t) => {
    t.id();
    t.references('organization_id', 'organization', { onDelete: 'cascade' }).notNull();
    t.references('user_id', 'user', { onDelete: 'cascade' }).notNull();
    t.enum('role', ['owner', 'member', 'guest']).notNull().default('member');
    t.unique(['organization_id', 'user_id']);
  });
  await schema.alterTable('project', (t) => {
    t.boolean('is_public').notNull().default(false);
  });
};

/** @type {import('@rest-gen/model').Migration} */
export const down = async (schema) => {
  await schema.alterTable('project', (t) => {
    t.dropColumn('is_public');
  });
  await schema.dropTable('membership');
};
