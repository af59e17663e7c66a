/** What reaches a class besides HTTP. */
export interface CallableStatics {
  /**
   * Plans (`@rest-gen/plans`) and agents (`@rest-gen/mcp`) can reach the class. Middleware of the application does not see their requests, so the policies
   * have to say who may do what: without policies the start fails, `E_POLICY_TABLE`. Default `false`.
   */
  callable?: boolean;
}
