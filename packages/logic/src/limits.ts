/** Collecting ends here, so that a list of rubbish does not cost more than a list of values. */
export const MOST_ERRORS = 100;
