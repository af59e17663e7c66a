import { expect } from 'chai';
import { blogTables } from '../../../../test/stores/relations/blog.ts';
import { relationsConformance } from '../../../../test/stores/relations/conformance.ts';
import { masksConformance } from '../../../../test/stores/relations/masks.ts';
import { describeRandomRelations } from '../../../../test/stores/relations/random-relations.ts';
import { toMemoryTables } from '../../../../test/stores/relations/random-schema.ts';
import { memoryModels } from '../../../router/test/memory-models.ts';

describe('the store in memory', () => {
  it('describes the references that its tables declare', async () => {
    const { foreignKeys } = await memoryModels(blogTables).repository('post').describe();
    expect(foreignKeys).to.deep.equal([
      { column: 'author_id', table: 'author', key: 'id' },
      { column: 'editor_id', table: 'author', key: 'id' },
    ]);
  });
});

relationsConformance('the store in memory', () => memoryModels(blogTables));
masksConformance('the store in memory', () => memoryModels(blogTables));
describeRandomRelations('the store in memory', (schema) => memoryModels(toMemoryTables(schema)));
