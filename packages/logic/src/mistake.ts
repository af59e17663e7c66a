/** Replaces a type: no value is assignable, and the compiler shows the text. */
export interface Mistake<Text extends string> {
  readonly [mistake]: Text;
}

/** Replaces the type of an argument: no value is assignable, and the compiler shows the expected type. */
export interface Takes<Wanted> {
  readonly [takes]: Wanted;
}

// --- internal ---

// Keys that editors do not offer, as they would a text.
declare const mistake: unique symbol;
declare const takes: unique symbol;
