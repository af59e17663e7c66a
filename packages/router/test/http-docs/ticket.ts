import { Controller } from '@rest-gen/router';

/** What clients should leave. */
export class Ticket extends Controller {
  static deprecated = '2026-01-01';
  static sunset = '2027-01-01';
  static deprecationLink = 'https://example.com/moved-to-issues';

  getAction() {
    return [];
  }
}
