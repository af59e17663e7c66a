/** The word that the scripts of the shells ask with; the help does not have it. */
export const COMPLETE = '__complete';
