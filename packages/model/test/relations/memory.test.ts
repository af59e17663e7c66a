import { expect } from 'chai';
import { memoryModels } from '../../../router/test/memory-models.ts';
import { blogTables } from './blog.ts';
import { relationsConformance } from './conformance.ts';
import { masksConformance } from './masks.ts';
import { describeRandomRelations } from './random-relations.ts';
import { toMemoryTables } from './random-schema.ts';

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
