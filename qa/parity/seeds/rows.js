/** Records of a table from a list of their values. @param {readonly string[]} names @param {readonly unknown[][]} list */
export const rows = (names, list) =>
  list.map((values) => Object.fromEntries(names.map((name, at) => [name, values[at]])));

/** A time that no clock of a test gives, for columns that the database would fill. @param {number} index */
export const day = (index) => new Date(Date.UTC(2020, 0, 1 + index, 10, index)).toISOString();

/** Add records one after the other, so that every database numbers them alike. @param {object} models @param {Record<string, object[]>} tables */
export async function fill(models, tables) {
  for (const [table, list] of Object.entries(tables)) for (const record of list) await models.model(table).add(record);
}
