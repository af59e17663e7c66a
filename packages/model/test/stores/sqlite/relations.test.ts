import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/sqlite';
import { createModels, type ModelsOptions } from '../../../src/index.ts';
import { openBlog, relationsConformance } from '../../relations/conformance.ts';
import { describeKyselyRelations } from '../../relations/kysely-relations.ts';
import { describeRandomRelations, openSchema } from '../../relations/random-relations.ts';
import type { RandomSchema } from '../../relations/random-schema.ts';

const create = (options: ModelsOptions) => createModels('sqlite::memory:', options);
const open = (schema: RandomSchema) => openSchema(schema, create);

relationsConformance('SQLite', () => openBlog(create));
describeRandomRelations('SQLite', open);
describeKyselyRelations('SQLite', open, { jsonArrayFrom, jsonObjectFrom });
