/** @type {import('../run-entry.js').Entry[]} */
export const watching = [];
