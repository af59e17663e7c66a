import { type RawBuilder, sql } from 'kysely';
import { firstRow, type JsonList, type JsonRows, jsonArray } from '../../sql/json-rows.ts';
import type { StoredColumn, StoredDescription } from '../../sql/stored-table.ts';

/** A value as JSON holds it: itself where that is exact, else its text; bytes in hexadecimal. */
export function toJson(expression: RawBuilder<unknown>, { type, nativeType = '' }: StoredColumn): RawBuilder<unknown> {
  if (type === 'binary') return sql`hex(${expression})`;
  // The numbers of a `float`, of which a text has six digits.
  if (type === 'double') return sql`cast(${expression} as double)`;
  // Years, and columns with `zerofill`, would be written with zeros in front.
  if (small.has(nativeType)) return sql`${expression} + 0`;
  if (nativeType === 'bit') return sql`cast(${expression} + 0 as char character set utf8mb4)`;
  const value = spatial.test(nativeType) ? sql`st_asgeojson(${expression})` : expression;
  // Also of text: columns of several character sets do not mix in one array, and what is JSON would become a part of it.
  return sql`cast(${value} as char character set utf8mb4)`;
}

/** The driver gives times without zeros at the end. */
export function fromJson(value: unknown, { type, nativeType = '' }: StoredColumn): unknown {
  if (type === 'binary') return Buffer.from(value as string, 'hex');
  if (type === 'datetime') return (value as string).replace(/\.0+$/, '');
  if (spatial.test(nativeType)) return decodeGeoJson(JSON.parse(value as string));
  const isFraction = nativeType === 'time' && (value as string).includes('.');
  return isFraction ? (value as string).replace(/\.?0{1,6}$/, '') : value;
}

export function rowAsJson(rows: JsonRows): RawBuilder<unknown> {
  return firstRow(rowOf(rows), rows);
}

/**
 * MariaDB has no references to the outer row in a derived table, MySQL 8 has no order and limit in `json_arrayagg`.
 *
 * MariaDB writes every row before it cuts a list. So it cuts the list of the keys, and writes the rows that are left: 9 times as fast for 10,000 rows.
 */
export function listAsJson(list: JsonList, { isMariaDb }: StoredDescription): RawBuilder<unknown> {
  const { from, where, orderBy, limit, key } = list;
  const row = rowOf(list);
  const end = sql`order by ${orderBy} limit ${sql.lit(limit)}`;
  if (isMariaDb && key !== undefined) {
    const keys = sql`(select json_arrayagg(${key} ${end}) from ${from} where ${where})`;
    return sql`(select coalesce(json_arrayagg(${row} ${end}), json_array())
      from json_table(${keys}, '$[*]' columns (value decimal(20) path '$')) as _keys join ${from} on ${key} = _keys.value)`;
  }
  if (isMariaDb) {
    return sql`(select coalesce(json_arrayagg(${row} ${end}), json_array()) from ${from} where ${where})`;
  }
  return sql`(select coalesce(json_arrayagg(list.item), json_array()) from (
    select ${row} as item from ${from} where ${where} ${end}) as list)`;
}

// --- internal ---

function rowOf({ values, related = [] }: JsonRows): RawBuilder<unknown> {
  return jsonArray('json_array', [...values, ...related]);
}

const small: ReadonlySet<string> = new Set(['tinyint', 'smallint', 'mediumint', 'int', 'year']);

const spatial = /^(?:point|linestring|polygon|multi\w+|geom\w+)$/;

type Coordinates = readonly [number, number] | readonly Coordinates[];
interface GeoJson {
  readonly coordinates?: Coordinates;
  readonly geometries?: readonly GeoJson[];
}

/** A geometry as the driver gives it: points as objects. */
function decodeGeoJson({ coordinates, geometries = [] }: GeoJson): unknown {
  return coordinates === undefined ? geometries.map(decodeGeoJson) : decodeCoordinates(coordinates);
}

function decodeCoordinates(coordinates: Coordinates): unknown {
  const [x, y] = coordinates;
  return typeof x === 'number' ? { x, y } : (coordinates as readonly Coordinates[]).map(decodeCoordinates);
}
