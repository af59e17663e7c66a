/** The kind of the value of a field; `any` if neither a type nor a rule determines it. */
export type Kind = 'string' | 'int' | 'bigint' | 'float' | 'boolean' | 'array' | 'object' | 'date' | 'file' | 'any';
