const ON_DELETE = "min(lower(nullif(nullif(k.on_delete, 'NO ACTION'), 'RESTRICT')))";

/**
 * Foreign keys as JSON. SQLite gives them from the last one to the first one, with the name of the other table as it was written, and without a column
 * where they refer to the primary key. Only the column that refers to a primary key of one column represents a key of several columns that has one. What several keys of
 * one column do is the strongest; a patch leaves out null.
 */
export const REFERENCES: string = `(select json_group_array(json_patch('{}', item)) from (select * from (
  select json_object('column', k."from", 'table', t.name, 'key', c.name, 'onDelete', ${ON_DELETE}) as item, max(k.id) as id
    from (select *, count(*) over (partition by id) as size from pragma_foreign_key_list(?1)) as k
    join sqlite_schema as t on t.type = 'table' and t.name = k."table" collate nocase
    join pragma_table_info(t.name) as c on case when k."to" is null then c.pk = 1 else c.name = k."to" collate nocase end
  where k.size = 1 or (c.pk = 1 and (select count(*) from pragma_table_info(t.name) where pk > 0) = 1)
  group by k."from", t.name, c.name
  union all select json_object('column', json_group_array(k."from"), 'table', t.name, 'key', json_group_array(c.name), 'onDelete', ${ON_DELETE}), k.id
    from (select *, count(*) over (partition by id) as size from pragma_foreign_key_list(?1)) as k
    join sqlite_schema as t on t.type = 'table' and t.name = k."table" collate nocase
    join pragma_table_info(t.name) as c on case when k."to" is null then c.pk = k.seq + 1 else c.name = k."to" collate nocase end
  where k.size > 1 group by k.id, t.name
  having count(*) = max(k.size) and sum(c.pk = 1 and (select count(*) from pragma_table_info(t.name) where pk > 0) = 1) = 0
) order by id desc))`;
