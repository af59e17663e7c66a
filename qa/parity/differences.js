/**
 * @typedef {object} Expected - a difference that is meant
 * @property {string} reason - what has been changed on purpose
 * @property {(difference: import('./record.js').Difference) => boolean} matches - as narrow as it can be; all parts of the difference belong to it
 */

/** @type {readonly Expected[]} */
export const EXPECTED = [];
