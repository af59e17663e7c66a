/**
 * An intersection as one object, whose members editors and declarations show.
 *
 * They would show `Flat<…>` if it were not the outcome of a condition.
 */
export type Flat<T> = T extends infer One ? { [Key in keyof One]: One[Key] } : never;
