/** The maximum number of errors of a request, so that a long invalid list costs no more than a valid one. */
export const MOST_ERRORS = 100;
