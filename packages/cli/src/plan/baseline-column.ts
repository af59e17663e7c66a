import type { Column, ColumnStructure, TableDescription } from '@rest-gen/model';
import { literal } from '../render.ts';

/**
 * Write a column of a database as a statement of a migration. A comment names what the statement does not say: another type, an expression.
 */
export function baselineColumn(
  { dialect, primaryKey }: TableDescription,
  column: Column,
  structure: ColumnStructure = { declared: column.type },
): string[] {
  const { name, nullable } = column;
  const { declared, fallback } = structure;
  if (!isWritten(column)) return commentLines([`Left out: the column ${name} (${declared}), which is computed.`]);
  const isKey = primaryKey.length === 1 && primaryKey[0] === name;
  // In SQLite the key of one integer is the number of the row.
  const isRow = dialect === 'sqlite' && /^integer$/i.test(declared);
  const isCounted = isKey && (isRow || (column as StoredColumn).isCounted === true);
  const value = isCounted ? undefined : fallbackCall(column, fallback);
  const notes = [
    ...(EXACT[dialect].test(declared) ? [] : [declared === '' ? 'no type' : declared]),
    ...(fallback !== undefined && value === undefined && !isCounted ? [`default: ${textOf(fallback)}`] : []),
    ...(!isCounted && (column as StoredColumn).isCounted ? ['counts up'] : []),
  ];
  const type = isCounted ? countedCall(name, dialect, declared) : typeCall(column as StoredColumn, declared);
  const key = isKey && !isCounted ? '.primary()' : '';
  const required = nullable || isKey ? '' : '.notNull()';
  const [note = ''] = commentLines(notes.length === 0 ? [] : [notes.join('; ').replaceAll(/\s+/g, ' ')]);
  return [`t.${type}${required}${value ?? ''}${key};${note === '' ? '' : ` ${note}`}`];
}

/** Whether a migration can make a column: it is not computed. */
export function isWritten(column: Column | undefined): boolean {
  return column !== undefined && !(column.isComputed && column.isReadOnly);
}

/** Text as comments of a program, a line each. */
export function commentLines(texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.split(/[\r\n\u2028\u2029]+/).map((line) => `// ${line.trim()}`));
}

// --- internal ---

/** What descriptions of stores have besides. */
type StoredColumn = Column & {
  readonly isCounted?: boolean;
  readonly nativeType?: string;
  readonly precision?: number;
  readonly scale?: number;
};

/** Types that the method for them declares in the same words, but for the length of time and text. */
const EXACT: Readonly<Record<TableDescription['dialect'], RegExp>> = {
  postgres:
    /^(?:uuid|character varying\(\d+\)|text|integer|bigint|numeric\(\d+,\d+\)|double precision|boolean|date|timestamp\(3\) with time zone|json|bytea)$/,
  mysql:
    /^(?:char\(36\)|varchar\(\d+\)|varbinary\(\d+\)|longtext|int(?:\(11\))?|bigint(?:\(20\))?|decimal\(\d+,\d+\)|double|tinyint\(1\)|date|datetime\(3\)|longblob|enum\(.*\))$/i,
  sqlite:
    /^(?:char\(36\)|varchar\(\d+\)|text|int|integer|bigint|decimal_text\(\d+, ?\d+\)|double|boolean|date|datetime_text|json_text|blob)$/i,
};

function countedCall(name: string, dialect: TableDescription['dialect'], declared: string): string {
  const is64 = dialect === 'sqlite' || /^bigint/i.test(declared);
  return `id(${name === 'id' && is64 ? '' : literal(name)}${is64 ? '' : ", { type: 'integer' }"})`;
}

function typeCall(column: StoredColumn, declared: string): string {
  const { name, type, values, length, nativeType, precision, scale } = column;
  const given = literal(name);
  if (values !== undefined && values.length > 0) return `enum(${given}, [${values.map(literal).join(', ')}])`;
  if (nativeType === 'uuid' || /^char\(36\)$/i.test(declared)) return `uuid(${given})`;
  if (type === 'string') return length === undefined ? `text(${given})` : `string(${given}, ${length})`;
  if (type === 'decimal') return `decimal(${given}, ${precision || 30}, ${precision ? (scale ?? 0) : 10})`;
  const [, bytes] = /^(?:var)?binary\((\d+)\)$/i.exec(declared) ?? [];
  return bytes === undefined ? `${type}(${given})` : `${type}(${given}, ${bytes})`;
}

/** @returns `undefined` for what is no literal of the type */
function fallbackCall({ type, values }: Column, fallback: ColumnStructure['fallback']): string | undefined {
  if (fallback === 'now') return type === 'datetime' ? '.defaultNow()' : undefined;
  if (fallback === undefined || 'sql' in fallback) return undefined;
  const value = literalOf(type, fallback.text);
  if (value === undefined || (values !== undefined && !values.includes(fallback.text))) return undefined;
  return `.default(${value})`;
}

function literalOf(type: Column['type'], text: string): string | undefined {
  switch (type) {
    case 'string':
      return literal(text);
    case 'integer':
      return /^[+-]?\d+$/.test(text) ? String(Number(text)) : undefined;
    case 'bigint':
      if (!/^[+-]?\d+$/.test(text)) return undefined;
      return Number.isSafeInteger(Number(text)) ? String(Number(text)) : `${BigInt(text)}n`;
    case 'decimal':
      return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? literal(text.replace('+', '')) : undefined;
    case 'double':
      return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? String(Number(text)) : undefined;
    case 'boolean':
      if (/^(?:true|t|1)$/i.test(text)) return 'true';
      return /^(?:false|f|0)$/i.test(text) ? 'false' : undefined;
    case 'date':
      return /^(?!0000|\d{4}-00|\d{4}-\d\d-00)\d{4}-\d\d-\d\d$/.test(text) ? literal(text) : undefined;
    case 'json':
      return jsonOf(text);
    default:
      return undefined;
  }
}

/** JSON as a program has it; numbers may lose digits, so only what comes back the same. */
function jsonOf(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value === null ? undefined : JSON.stringify(value).replaceAll('"__proto__":', '["__proto__"]:');
  } catch {
    return undefined;
  }
}

function textOf(fallback: NonNullable<ColumnStructure['fallback']>): string {
  if (fallback === 'now') return 'now';
  return 'sql' in fallback ? fallback.sql : `'${fallback.text}'`;
}
