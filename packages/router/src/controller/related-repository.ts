import { type Filter, type Id, insertRows, type Repository, type Row, updateRows } from '@rest-gen/model/core';
import type { WritableChild, WritableRelations } from '../contracts/plan.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { runTransaction } from './in-transaction.ts';
import { PassingRepository } from './passing-repository.ts';
import { addChildren, type OpenChildren } from './write-children.ts';
import { addLinks, checkLinks, type LinkedRecord, type LinkTables, replaceLinks } from './write-links.ts';

/** Opens the tables of relations in the transaction that the running code belongs to, as the user of the request may use them. */
export interface RelatedTables extends LinkTables {
  childrenOf(child: WritableChild, name: string): OpenChildren;
}

/** The own table of a class, and its relations. */
export interface RelatedOpening {
  readonly context: RequestContext;
  readonly relations: WritableRelations;
  readonly tables: RelatedTables;
  /** The same table, in the transaction that the running code belongs to. */
  open(): Repository;
  /** All of it without policies. */
  readonly unrestricted: (() => RelatedOpening) | undefined;
}

/**
 * A table whose values can name relations of its class: ids of linked records, and new records that refer to it. They are written in one transaction with the
 * record; without any, everything is passed on.
 */
export class RelatedRepository extends PassingRepository {
  readonly #opening: RelatedOpening;

  constructor(repository: Repository, opening: RelatedOpening) {
    super(repository);
    this.#opening = opening;
  }

  get unrestricted(): Repository | undefined {
    const { unrestricted } = this.repository;
    const opening = this.#opening.unrestricted?.();
    return unrestricted && opening && new RelatedRepository(unrestricted, opening);
  }

  /** Without the relations: what is restored has them still. */
  get deleted(): Repository | undefined {
    return this.repository.deleted;
  }

  async update(where: Filter, values: Row): Promise<number> {
    const isPlain = this.#split(values).related === undefined;
    return isPlain ? this.repository.update(where, values) : (await this.updateRows(where, values)).length;
  }

  delete(where: Filter): Promise<number> {
    return this.repository.delete(where);
  }

  async insertRows(list: readonly Row[]): Promise<Row[]> {
    const parts = list.map((values) => this.#split(values));
    const isPlain = parts.every(({ related }) => related === undefined);
    const isOneStatement = this.repository.insertRows !== undefined || list.length < 2;
    if (isPlain && isOneStatement) return insertRows(this.repository, list);
    const { context, open } = this.#opening;
    return runTransaction(context, async () => {
      const related = await this.#check(parts);
      const repository = open();
      const rows = await insertRows(
        repository,
        parts.map(({ columns }) => columns),
      );
      const keys = await keysOf(rows, repository);
      const { relations, tables } = this.#opening;
      for (const [name, relation] of relations.links) {
        const records = keys.flatMap((key, index): LinkedRecord[] => {
          const ids = related[index]?.get(name) as Id[] | undefined;
          return ids === undefined ? [] : [{ key, ids, index }];
        });
        await addLinks(name, relation, records, tables);
      }
      await this.#addChildren(related, keys);
      return rows;
    });
  }

  async updateRows(where: Filter, values: Row): Promise<Row[]> {
    const part = this.#split(values);
    if (part.related === undefined) return updateRows(this.repository, where, values);
    const { context, open } = this.#opening;
    return runTransaction(context, async () => {
      const [related] = (await this.#check([part])) as [Related];
      const repository = open();
      const rows = await updateRows(repository, where, part.columns);
      const keys = await keysOf(rows, repository);
      const { relations, tables } = this.#opening;
      for (const [name, relation] of relations.links) {
        const ids = related.get(name) as Id[] | undefined;
        if (ids !== undefined && keys.length > 0) await replaceLinks(name, relation, keys, ids, tables);
      }
      const all = keys.map(() => related);
      await this.#addChildren(all, keys);
      return rows;
    });
  }

  #split(values: Row): Part {
    const { links, children } = this.#opening.relations;
    const isRelation = ([name]: [string, unknown]): boolean => links.has(name) || children.has(name);
    const entries = Object.entries(values);
    if (!entries.some(isRelation)) return { columns: values, related: undefined };
    return {
      columns: Object.fromEntries(entries.filter((entry) => !isRelation(entry))),
      related: new Map(entries.filter((entry) => isRelation(entry) && entry[1] !== undefined)),
    };
  }

  /** The ids that can be linked, before anything is written. */
  async #check(parts: readonly Part[]): Promise<Related[]> {
    const { relations, tables } = this.#opening;
    const checked: Related[] = parts.map(({ related = new Map() }) => new Map(related));
    for (const [name, relation] of relations.links) {
      const lists = checked.map((related) => related.get(name));
      if (lists.every((list) => list === undefined)) continue;
      const ids = await checkLinks(name, lists, relation, tables.targetOf(relation));
      for (const [index, found] of ids.entries()) if (found) checked[index]?.set(name, found);
    }
    return checked;
  }

  async #addChildren(related: readonly Related[], keys: readonly Id[]): Promise<void> {
    const { relations, tables } = this.#opening;
    for (const [name, child] of relations.children) {
      const lists = related.map((one) => one.get(name));
      if (lists.some((list) => list !== undefined))
        await addChildren(name, child, keys, lists as (readonly Row[] | undefined)[], tables.childrenOf(child, name));
    }
  }
}

// --- internal ---

async function keysOf(rows: readonly Row[], repository: Repository): Promise<Id[]> {
  const { primaryKey } = await repository.describe();
  return rows.map((row) => row[primaryKey] as Id);
}

/** By the name of the relation. */
type Related = Map<string, unknown>;

interface Part {
  readonly columns: Row;
  /** `undefined` for none. */
  readonly related: Related | undefined;
}
