/** What a part says of an action. */
export interface ActionFacts {
  /** Header fields that it adds to the answers, by name. */
  readonly answerHeaders?: Readonly<Record<string, DescribedValue>>;
  /** Parameters that it reads. */
  readonly parameters?: readonly DescribedParameter[];
  /** Bodies of any media type are taken as they come: as bytes or as text. */
  readonly rawBody?: 'raw' | 'text';
  readonly isList?: boolean;
  readonly isBulk?: boolean;
  readonly isMany?: boolean;
  readonly idempotent?: boolean | 'required';
  readonly deprecated?: Date | boolean;
  readonly sunset?: Date | undefined;
}

/** A header field, or the value of a parameter. */
export interface DescribedValue {
  readonly description: string;
  /** A JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A parameter that a part reads. */
export interface DescribedParameter extends DescribedValue {
  readonly name: string;
  readonly in: 'query' | 'header';
}
