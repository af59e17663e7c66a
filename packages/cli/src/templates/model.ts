import { exported, imported, type Kind } from './kind.ts';

/** `src/config/model`: the lines of the provider of models. */
export function model(kind: Kind): string[] {
  return [
    imported(kind, 'createModels', '@rest-gen/model'),
    '',
    `${exported(kind)} createModels(process.env.DATABASE_URL || 'sqlite:./data/app.sqlite3');`,
  ];
}
