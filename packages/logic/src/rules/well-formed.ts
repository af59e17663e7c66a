/** Whether a text has no lone surrogate: such a one has no UTF-8 form, a store would refuse it or silently change it. */
export function isWellFormed(value: string): boolean {
  return (value as string & { isWellFormed(): boolean }).isWellFormed();
}

/** A test that fails on text with a lone surrogate, on which some functions of `validator` throw. */
export function onWellFormed(matches: (value: string) => boolean): (value: string) => boolean {
  return (value) => isWellFormed(value) && matches(value);
}

/** Like {@link onWellFormed}, but `''` fails without loading `validator`: fields are tested with it at start. */
export function onNonEmpty(matches: (value: string) => boolean): (value: string) => boolean {
  return (value) => value !== '' && isWellFormed(value) && matches(value);
}
