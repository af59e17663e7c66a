export { findEnclosing, isThenable, runInside } from './async-context.ts';
export { type Change, recordChanges } from './changes.ts';
export type {
  AnyCondition,
  CompareCondition,
  Condition,
  FieldCondition,
  ListCondition,
  NullCondition,
  Present,
  RelatedCondition,
  TextCondition,
} from './conditions.ts';
export { DataError, type DataErrorCode, type DataErrorOptions, isDataError, isError } from './data-error.ts';
export { expandFilter, OPERATORS, type RawCondition, TEXT_OPERATORS } from './expand-filter.ts';
export { FieldNames, type NamedFields, namesOf, type RelatedName, withNames } from './field-names.ts';
export { COUNT, findColumn, type RelatedField } from './find-column.ts';
export { caseVariants, foldCase } from './fold-case.ts';
export {
  type Aggregated,
  type AggregateRequest,
  type Group,
  Groups,
  type Sum,
  type Value,
  valueAt,
} from './groups.ts';
export { Restriction, restricted } from './join-filters.ts';
export { findRounded, isRounded, parseExactly } from './json-numbers.ts';
export {
  byKey,
  columnsOf,
  isKey,
  isSameKey,
  keyIn,
  keyOf,
  keyRow,
  keyText,
  keyValues,
  movedKey,
  whereKeys,
} from './key.ts';
export { lacksImport } from './lacks-import.ts';
export { type Atomically, createModel, Model, type Page } from './model.ts';
export { now } from './now.ts';
export { Access, TableAccess } from './policy/access.ts';
export { failsOne, meetsAll } from './policy/after-image.ts';
export { allowsEverything, conditionsOf, covers, type Decision, decide, judge, rulesOf } from './policy/decide.ts';
export {
  definePolicy,
  type FieldPolicy,
  OPERATIONS,
  type Operation,
  type Policy,
  type PolicyCondition,
  type PolicyFilter,
  type PolicyRule,
} from './policy/define-policy.ts';
export { Policies, type Restrictions, restrictModels, type TablePolicy } from './policy/policies.ts';
export { PolicyError, type Refusal, refusalOf } from './policy/policy-error.ts';
export { readDecision } from './policy/restrict-relations.ts';
// Not by name: a module augmentation would not find the interface.
export type * from './policy/user.ts';
export type {
  AggregateOperation,
  AggregateQuery,
  ModelProvider,
  Query,
  Repository,
  RequestOptions,
  View,
} from './provider.ts';
export {
  AGGREGATE_OPERATIONS,
  aggregateColumn,
  type CheckedAggregate,
  hasOperation,
  readAggregate,
} from './read-aggregate.ts';
export { readFilter } from './read-filter.ts';
export { type CheckedInclude, type CheckedQuery, readQuery } from './read-query.ts';
export { readValue } from './read-value.ts';
export { type ColumnValue, Increment, readValues } from './read-values.ts';
export { rehearse } from './rehearse.ts';
export { type Include, type IncludeDeclaration, NO_RELATIONS, type Relation, type Relations } from './relations.ts';
export { storedFilter } from './rename-filter.ts';
export { hasNames, storedRelations } from './rename-relations.ts';
export { renameTable } from './rename-table.ts';
export { readOrder, refuse, totalOrder } from './request.ts';
export { notDeleted, SoftDeletes, withoutDeleted } from './soft-deletes.ts';
export { isStored, Stored } from './stored.ts';
// Not by name: a module augmentation would not find the interface.
export type * from './tables.ts';
export type {
  AnyTable,
  Column,
  ColumnType,
  Description,
  Direction,
  Filter,
  ForeignKey,
  Id,
  KeyColumns,
  KeyValue,
  Operators,
  Order,
  Reference,
  RelationFilter,
  Row,
  Scalar,
  WriteKind,
} from './types.ts';
export { keyedLinks, keylessLinks } from './write/link-table.ts';
export { idOf } from './write/links.ts';
export { openTable } from './write/open-table.ts';
export type { LinkColumns, LinkTable, RelationWriter } from './write/relation-writer.ts';
export { renameHooks } from './write/rename-hooks.ts';
export { Session } from './write/session.ts';
export type { TableOptions } from './write/table-session.ts';
export type { AfterWrite, BeforeWrite, WriteHooks } from './write/write-hooks.ts';
export { insertRows, markPointer, markRecord, placeOf, pointerOf, updateRows } from './write-rows.ts';
