/** What the value of a field is; `any` when neither a type nor a rule says so. */
export type Kind = 'string' | 'int' | 'float' | 'boolean' | 'array' | 'object' | 'date' | 'file' | 'any';
