/** @type {import('../run-entry.js').Entry[]} */
export const validation = [];
