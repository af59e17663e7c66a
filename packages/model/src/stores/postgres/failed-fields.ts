import type { StoredDescription } from '../../sql/stored-table.ts';
import { writtenColumn } from './written-column.ts';

/** What we read of an error of PostgreSQL (https://www.postgresql.org/docs/current/protocol-error-fields.html). */
export interface PostgresError {
  /** SQLSTATE. */
  readonly code: string;
  readonly severity?: string;
  readonly column?: string;
  readonly detail?: string;
  readonly constraint?: string;
  readonly where?: string;
  readonly message: string;
}

/**
 * The fields that an error is about.
 *
 * @param text - the statement, with its parameters as `$1`
 */
export function failedFields(
  error: PostgresError,
  table: StoredDescription | undefined,
  text: string,
): readonly string[] {
  const { code, column, constraint = '', message } = error;
  if (column !== undefined) return [column];
  if (code === '23502') return /^null value in column "(.+)" of relation /.exec(message)?.slice(1) ?? [];
  if (code === '23505') return keyOfDetail(error) ?? table?.indexFields?.get(constraint) ?? [];
  const checked = table?.checkFields?.get(constraint);
  if (code === '23514' && checked !== undefined) return checked;
  const parameter = parameterOf(error);
  const written = parameter && writtenColumn(text, parameter);
  if (written !== undefined) return [written];
  if (code === '54000') return table?.indexFields?.get(/"([^"]+)"[^"]*$/.exec(message)?.[1] ?? '') ?? [];
  return code === '22001' || code === '22026' ? onlyOfType(message, table) : [];
}

/** The value of the statement that the server could not read: the key in a path, where the type is one that only the server knows. */
export function failedValue(error: PostgresError | undefined, parameters: readonly unknown[]): unknown {
  return parameters[Number(error && parameterOf(error)?.slice(1)) - 1];
}

/** The parameter that the server could not read, `$2`. In any language: `unnamed portal parameter $2 = '...'` */
export function parameterOf({ where = '' }: PostgresError): string | undefined {
  return /\$\d+/.exec(where)?.[0];
}

// --- internal ---

/** The column of a type with a length, if there is only one: `value too long for type character varying(3)`. */
function onlyOfType(message: string, table: StoredDescription | undefined): readonly string[] {
  const [, type, length] = / (\w+(?: varying)?)\((\d+)\)$/.exec(message) ?? [];
  const types = [type, `${type}[]`];
  const found = [...(table?.columns.values() ?? [])].filter(
    (column) => types.includes(column.nativeType) && (column.length ?? Number(length)) === Number(length),
  );
  return found.length === 1 ? found.map(({ name }) => name) : [];
}

// The detail of a conflict lists the columns, in any language: `Key (slug, "authorId")=(…) already exists.`
function keyOfDetail({ detail = '' }: PostgresError): string[] | undefined {
  const [, list] = /\(((?:"(?:[^"]|"")+"|[^\s"(),]+)(?:, (?:"(?:[^"]|"")+"|[^\s"(),]+))*)\)=\(/.exec(detail) ?? [];
  const names = list?.match(/"(?:[^"]|"")+"?|[^", ]+/g);
  return names?.map((name) => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name));
}
