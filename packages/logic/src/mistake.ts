/** In the place of a type: no value fits, and the compiler shows the text. */
export interface Mistake<Text extends string> {
  readonly [mistake]: Text;
}

/** As {@link Mistake}, for an argument: the compiler shows the type that is asked for. */
export interface Takes<Wanted> {
  readonly [takes]: Wanted;
}

// --- internal ---

// Keys that editors do not offer, as they would a text.
declare const mistake: unique symbol;
declare const takes: unique symbol;
