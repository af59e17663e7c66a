import { entryOf } from './board.ts';

/*
 * What a request to the board means, in plain JavaScript over lists of rows.
 *
 * - A request is refused or done as a whole. What can refuse it: first the user, then its body, with the pointers of all mistakes; else what is stored. Where
 *   several things refuse it, the answer is one of them, and nothing has changed.
 * - PUT and PATCH take what GET shows and the logic does not, if it is as it is stored.
 * - The hooks of a class run once for each of its records that is written.
 * - With policies, a user sees issues that are not secret and their own ones, and writes their own ones; an issue that they do not see does not exist.
 */

// biome-ignore lint/suspicious/noExplicitAny: rows and bodies hold what JSON holds.
export type Any = any;
export type Table = 'project' | 'issue' | 'comment' | 'label' | 'issue_label';
export type Stored = Record<Table, Any[]> & { log: string[] };

export interface Request {
  readonly ruled: boolean;
  readonly user: number | undefined;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly table: 'issue' | 'comment';
  /** The project in the path. */
  readonly parent?: number | undefined;
  readonly id?: number | undefined;
  readonly restore?: boolean;
  readonly include?: boolean;
  /** `priority[gte]` of a collection, and how many records may change. */
  readonly atLeast?: number | undefined;
  readonly most?: number | undefined;
  readonly match?: 'current' | 'other' | 'any' | 'none' | undefined;
  readonly body?: Any;
}

/** `422 E_VALIDATION /title` */
export type Reason = string;
export type Outcome =
  | { readonly refused: readonly Reason[] }
  | { readonly status: number; readonly body?: Any; readonly stored: Stored };

/** @param newId - the key that the store has given to a new record, by its unique value */
export function answer(before: Stored, sent: Request, newId: (table: Table, name: string) => number): Outcome {
  const stored = structuredClone(before);
  const [request, aside] = setAside(sent);
  const mistakes = mistakesOf(request);
  const invalid = mistakes.length > 0 ? [`422 E_VALIDATION ${mistakes.sort().join(' ')}`.trim()] : [];
  const isGuest = request.ruled && request.user === undefined;
  if (invalid.length > 0) return { refused: isGuest ? [...invalid, GUEST] : invalid };
  const board = new Board(stored, request, newId, aside);
  const { status, body } = board.run();
  if (isGuest) return { refused: [GUEST, ...board.reasons] };
  if (board.reasons.length > 0) return { refused: board.reasons };
  return { status, body, stored };
}

// --- internal ---

const GUEST: Reason = '401 E_UNAUTHORIZED';

interface Field {
  readonly holds: (value: unknown) => boolean;
  readonly required?: true;
  readonly nullable?: true;
  readonly only?: 'create' | 'read';
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isShort = (value: Any): boolean => isText(value) && value.length <= 10;
const isInt = (value: unknown): boolean => Number.isInteger(value);
const isUpTo = (most: number) => (value: Any) => isInt(value) && value >= 0 && value <= most;

const FIELDS: Record<'issue' | 'comment', Record<string, Field>> = {
  issue: {
    project_id: { holds: isInt, required: true },
    title: { holds: isShort, required: true },
    note: { holds: isText, nullable: true },
    priority: { holds: isUpTo(9) },
    secret: { holds: (value) => typeof value === 'boolean' },
    data: { holds: isObject, nullable: true },
    code: { holds: isText, only: 'create' },
    state: { holds: isText, only: 'read' },
    owner_id: { holds: isInt },
    labels: { holds: Array.isArray },
  },
  comment: {
    issue_id: { holds: isInt, required: true, only: 'create' },
    text: { holds: isShort, required: true },
    stars: { holds: isUpTo(5), nullable: true },
  },
};

const SHOWN = { issue: ['id', 'slug', 'code', 'state', 'deleted_at'], comment: ['id', 'issue_id'] };

/** What GET shows, and what the logic does not take: all of a record but its related ones. */
function setAside(request: Request): [rest: Request, aside: Any] {
  const { method, table, id, body } = request;
  if (id === undefined || (method !== 'PUT' && method !== 'PATCH')) return [request, {}];
  const isShown = ([name]: [string, unknown]): boolean => SHOWN[table].includes(name);
  const isIncluded = ([name]: [string, unknown]): boolean => table === 'issue' && name.startsWith('comments');
  const entries = Object.entries<Any>(body);
  const rest = entries.filter((entry) => !isShown(entry) && !isIncluded(entry));
  return [{ ...request, body: Object.fromEntries(rest) }, Object.fromEntries(entries.filter(isShown))];
}

function mistakesOf({ method, table, body, parent, restore }: Request): string[] {
  if (method === 'DELETE' || restore) return [];
  const given = parent === undefined ? [] : ['project_id'];
  if (!Array.isArray(body)) return mistakesIn(body, table, method, given);
  if (body.length === 0) return [''];
  return body.flatMap((one, index) => mistakesIn(one, table, method, given).map((pointer) => `/${index}${pointer}`));
}

function mistakesIn(body: Any, table: 'issue' | 'comment', method: string, given: string[]): string[] {
  const mistakes: string[] = [];
  for (const [name, value] of Object.entries<Any>(body)) {
    const field = FIELDS[table][name];
    if (name === 'comments' && table === 'issue' && method === 'POST') {
      if (!Array.isArray(value)) mistakes.push('/comments');
      else
        for (const [index, one] of value.entries())
          mistakes.push(
            ...mistakesIn(one, 'comment', 'POST', ['issue_id']).map((pointer) => `/comments/${index}${pointer}`),
          );
    } else if (field === undefined || field.only === 'read' || (field.only === 'create' && method !== 'POST'))
      mistakes.push(`/${name}`);
    else if (value === null) {
      if (!field.nullable) mistakes.push(`/${name}`);
    } else if (!field.holds(value)) mistakes.push(`/${name}`);
    else if (name === 'labels')
      for (const [index, one] of value.entries()) if (!isInt(one?.id ?? one)) mistakes.push(`/labels/${index}`);
  }
  if (method === 'PATCH') return mistakes;
  for (const [name, { required, only }] of Object.entries(FIELDS[table]))
    if (required && !given.includes(name) && !(name in body) && !(only === 'create' && method !== 'POST'))
      mistakes.push(`/${name}`);
  return mistakes;
}

class Board {
  readonly reasons: Reason[] = [];
  readonly stored: Stored;
  readonly request: Request;
  readonly newId: (table: Table, name: string) => number;

  readonly aside: Any;

  constructor(stored: Stored, request: Request, newId: (table: Table, name: string) => number, aside: Any) {
    this.aside = aside;
    this.stored = stored;
    this.request = request;
    this.newId = newId;
  }

  run(): { status: number; body?: Any } {
    const { request } = this;
    const { method, table, id, restore, body } = request;
    if (restore)
      return this.one(
        this.stored.issue.find((row) => row.id === id && row.deleted && this.sees(row) && this.owns(row)),
      );
    if (method === 'POST') return this.post(Array.isArray(body) ? body : [body], Array.isArray(body));
    if (id === undefined) return this.many();
    const row = this.stored[table].find((one) => one.id === id && this.isThere(one));
    return this.one(row);
  }

  post(bodies: Any[], isList: boolean): { status: number; body: Any } {
    const rows = bodies.map((body, index) => this.create(this.valuesOf(body), isList ? `/${index}` : ''));
    const shown = rows.map((row) => this.show(row));
    return { status: 201, body: isList ? shown : shown[0] };
  }

  one(row: Any): { status: number; body?: Any } {
    const { method, table, id, restore, body, match } = this.request;
    const isMet =
      match === 'none' ? row === undefined : match === undefined || (row !== undefined && match !== 'other');
    if (!isMet) this.reasons.push('412 E_PRECONDITION_FAILED');
    const isAdded = row === undefined && method === 'PUT' && table === 'issue';
    if (row !== undefined || isAdded) this.compare(row === undefined ? { id } : { ...row, deleted_at: null });
    if (row === undefined) {
      if (isAdded) return { status: 201, body: this.show(this.create({ ...this.valuesOf(body), id }, '')) };
      this.reasons.push('404 E_NOT_FOUND');
      this.linksOf(body, '');
      return { status: 404 };
    }
    if (method === 'DELETE') this.remove(row);
    else if (restore) this.update(row, { deleted: false });
    else this.update(row, method === 'PUT' ? { ...this.emptied(), ...this.valuesOf(body) } : body);
    return method === 'DELETE' ? { status: 204 } : { status: 200, body: this.show(row) };
  }

  compare(shown: Any): void {
    const wrong = Object.keys(this.aside).filter((name) => shown[name] !== this.aside[name]);
    if (wrong.length > 0)
      this.reasons.push(
        `422 E_VALIDATION ${wrong
          .map((name) => `/${name}`)
          .sort()
          .join(' ')}`,
      );
  }

  many(): { status: number; body?: Any } {
    const { method, atLeast, most, body } = this.request;
    const rows = this.stored.issue.filter((row) => this.isThere(row) && row.priority >= (atLeast ?? 0));
    if (atLeast === undefined || most === undefined) this.reasons.push('428 E_UNBOUNDED');
    else if (rows.length > most) this.reasons.push('409 E_MAX_AFFECTED');
    if (rows.length === 0 && !this.hasParent()) this.reasons.push('404 E_NOT_FOUND');
    if (rows.length === 0) this.linksOf(body, '');
    for (const row of rows) {
      if (method === 'DELETE') this.remove(row);
      else this.update(row, body);
    }
    return method === 'DELETE' ? { status: 204 } : { status: 200, body: rows.map((row) => this.show(row)) };
  }

  create({ labels, comments = [], ...values }: Any, place: string): Any {
    const { table, user, ruled, parent } = this.request;
    if (table === 'comment') return this.comment(values, place);
    const row = {
      ...{
        secret: false,
        note: null,
        data: null,
        code: null,
        state: 'open',
        owner_id: ruled ? user : null,
        deleted: false,
      },
      ...values,
      ...(parent !== undefined && { project_id: parent }),
    };
    row.id = values.id ?? this.newId('issue', row.title);
    row.slug = row.title.toLowerCase();
    if (row.title === 'Stop') this.refuse(`403 E_FORBIDDEN`, place);
    if (ruled && row.owner_id !== user) this.refuse('403 E_POLICY', place);
    if (!this.stored.project.some(({ id }) => id === row.project_id)) {
      if (parent !== undefined) this.reasons.push('404 E_NOT_FOUND');
      else this.refuse('409 E_CONFLICT', place);
    }
    if (this.stored.issue.some(({ id }) => id === row.id)) this.reasons.push('409 E_CONFLICT /id');
    this.isFree('issue', 'title', row, place);
    const links = this.linksOf({ labels }, place);
    this.stored.issue.push(row);
    this.log('issue', 'create', undefined, row);
    if (row.priority === 9) this.refuse('403 E_FORBIDDEN', place);
    this.stored.issue_label.push(...(links ?? []).map((label_id) => ({ issue_id: row.id, label_id })));
    for (const [index, one] of comments.entries())
      this.comment({ ...one, issue_id: row.id }, `${place}/comments/${index}`);
    return row;
  }

  comment(values: Any, place: string): Any {
    const row = { stars: null, ...values, id: this.newId('comment', values.text) };
    const parent = this.stored.issue.find(({ id }) => id === row.issue_id);
    const isNew = place.includes('comments');
    if (!isNew && (parent === undefined || parent.deleted || !this.sees(parent)))
      this.reasons.push(
        parent === undefined && !this.request.ruled ? '409 E_CONFLICT' : '422 E_VALIDATION /issue_id',
        '422 E_VALIDATION /issue_id',
      );
    this.isFree('comment', 'text', row, place);
    this.stored.comment.push(row);
    this.log('comment', 'create', undefined, row);
    if (row.stars === 5) this.refuse('403 E_FORBIDDEN', place);
    return row;
  }

  update(row: Any, { labels, ...values }: Any): void {
    const { table, ruled, user, method, parent } = this.request;
    const before = { ...row };
    for (const [name, value] of Object.entries(values))
      if (name !== 'project_id' || parent === undefined)
        row[name] = name === 'data' && method === 'PATCH' ? merge(row.data, value) : value;
    if (table === 'issue') {
      if (values.title === 'Stop') this.reasons.push('403 E_FORBIDDEN');
      row.slug = row.title.toLowerCase();
      if (!this.owns(before) || (ruled && row.owner_id !== user)) this.reasons.push('403 E_POLICY');
      if (row.priority === 9) this.reasons.push('403 E_FORBIDDEN');
      if (!this.stored.project.some(({ id }) => id === row.project_id)) this.reasons.push('409 E_CONFLICT');
    } else if (row.stars === 5) this.reasons.push('403 E_FORBIDDEN');
    this.isFree(table, table === 'issue' ? 'title' : 'text', row, '');
    this.log(table, 'update', before, row);
    const links = this.linksOf({ labels }, '');
    if (links === undefined) return;
    const all = this.stored.issue_label;
    const kept = all.filter(
      ({ issue_id, label_id }) =>
        issue_id !== row.id || links.includes(label_id) || !this.labelIds().includes(label_id),
    );
    for (const label_id of links)
      if (!kept.some((one) => one.issue_id === row.id && one.label_id === label_id))
        kept.push({ issue_id: row.id, label_id });
    this.stored.issue_label = kept;
  }

  remove(row: Any): void {
    const { table } = this.request;
    if (table === 'issue') {
      if (!this.owns(row)) this.reasons.push('403 E_POLICY');
      if (row.title === 'Keep') this.reasons.push('403 E_FORBIDDEN');
      row.deleted = true;
    } else this.stored.comment = this.stored.comment.filter((one) => one !== row);
    this.log(table, 'delete', row, undefined);
  }

  show(row: Any): Any {
    const { table, include } = this.request;
    if (table !== 'issue' || !include) return row;
    const linked = this.stored.issue_label
      .filter(({ issue_id }) => issue_id === row.id)
      .map(({ label_id }) => label_id);
    const labels = this.stored.label.filter(({ id }) => linked.includes(id) && this.labelIds().includes(id));
    return { ...row, labels, comments: this.stored.comment.filter(({ issue_id }) => issue_id === row.id) };
  }

  /** The ids that a body links, each once. */
  linksOf(body: Any, place: string): number[] | undefined {
    const ids: number[] | undefined = body?.labels?.map((one: Any) => one?.id ?? one);
    const wrong = ids?.findIndex((id) => !this.labelIds().includes(id)) ?? -1;
    if (wrong >= 0) this.reasons.push(`422 E_VALIDATION ${place}/labels/${wrong}`);
    return ids && [...new Set(ids)];
  }

  labelIds(): number[] {
    const { ruled, user } = this.request;
    return this.stored.label
      .filter(({ owner_id }) => !ruled || owner_id === null || owner_id === user)
      .map(({ id }) => id);
  }

  isFree(table: 'issue' | 'comment', name: string, row: Any, place: string): void {
    const isTaken = this.stored[table].some(
      (one) => one.id !== row.id && one[name].toLowerCase() === row[name].toLowerCase(),
    );
    if (isTaken) this.reasons.push(`409 E_CONFLICT ${place}/${name}`);
  }

  refuse(reason: Reason, place: string): void {
    this.reasons.push(`${reason} ${place}`.trim());
  }

  log(table: string, action: string, before: Any, after: Any): void {
    const name = (row: Any) => row && (table === 'comment' ? row.text : `${row.title}/${row.slug}/${row.priority}`);
    this.stored.log.push(entryOf(table, action, name(before), name(after)));
  }

  /** What a PUT leaves out becomes null. The policy sets the owner. */
  emptied(): Any {
    if (this.request.table === 'comment') return { stars: null };
    return { note: null, data: null, ...(!this.request.ruled && { owner_id: null }) };
  }

  valuesOf(body: Any): Any {
    return this.request.table === 'comment' ? body : { priority: 1, ...body };
  }

  isThere(row: Any): boolean {
    if (this.request.table === 'comment') return true;
    const { parent = row.project_id } = this.request;
    return !row.deleted && row.project_id === parent && this.sees(row);
  }

  hasParent(): boolean {
    const { parent } = this.request;
    return parent === undefined || this.stored.project.some(({ id }) => id === parent);
  }

  sees(row: Any): boolean {
    return !row.secret || this.owns(row);
  }

  owns(row: Any): boolean {
    return !this.request.ruled || row.owner_id === this.request.user;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** RFC 7396 */
function merge(target: Any, patch: Any): Any {
  if (!isObject(patch)) return patch;
  const result = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = merge(result[name], value);
  }
  return result;
}
