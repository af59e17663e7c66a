/** Who may do what with a table, as its policy says it: `everyone`, the source of a function, or a condition. */
export interface PolicySummary {
  readonly table: string;
  readonly file: string | undefined;
  readonly always: string | undefined;
  readonly read: string;
  readonly create: string;
  readonly update: string;
  readonly delete: string;
  /** By field, `read: nobody`. */
  readonly fields: Readonly<Record<string, { readonly read?: string; readonly write?: string }>>;
}
