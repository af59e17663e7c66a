/** Lists in CSV. */
export interface CsvStatics {
  /**
   * Lists answer `Accept: text/csv` with these columns, `['id', 'title', 'author.name']`, those of included records among them. A client that accepts neither
   * that nor JSON gets 406. Default: JSON for everyone.
   */
  csv?: readonly string[];
}
