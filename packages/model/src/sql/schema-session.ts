import type { RawBuilder } from 'kysely';
import type { SqlQuery } from './sql-client.ts';

/** The connection of a migration. */
export interface SchemaSession {
  readonly query: SqlQuery;
  run(statement: RawBuilder<unknown>): Promise<void>;
  /** A statement without parameters, or a part of one, as text. */
  toText(part: RawBuilder<unknown>): string;
}
