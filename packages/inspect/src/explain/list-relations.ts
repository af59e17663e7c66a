import type { Relation, Relations } from '@rest-gen/model/core';

/** What `?include=` can name, each with the columns that connect it: `comments (comment.post_id, at most 20)`. */
export function listRelations(relations: Relations, path = ''): string[] {
  return [...relations].flatMap(([name, relation]) => [
    `${path}${name} (${describeRelation(relation)})`,
    ...listRelations(relation.relations, `${path}${name}.`),
  ]);
}

// --- internal ---

function describeRelation({ kind, target, from, to, through, max }: Relation): string {
  if (kind === 'one') return `${from} → ${target.name}`;
  const column = through ? `${target.name} through ${through.target.name}` : `${target.name}.${to}`;
  return kind === 'count' ? `the number of ${column}` : `${column}, at most ${max}`;
}
