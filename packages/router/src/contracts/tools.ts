import type { Access, Refusal } from '@rest-gen/model/core';
import type { HttpError } from '../errors.ts';
import type { RouteRow, ServiceDescription } from './description.ts';
import type { Explanation } from './explanation.ts';
import type { Service } from './service.ts';

/** What a router can say of itself, and errors that teach: which production does not load. */
export interface Tools {
  listRoutes(service: Service): RouteRow[];
  describeService(service: Service): ServiceDescription;
  describeStart(service: Service): string;
  explainRequest(service: Service, method: string, url: string, base?: string): Explanation;
  teachError(error: unknown, explanation: Explanation): unknown;
  /** Lines that say which rules of a policy refused. */
  explainRefusal(refused: Refusal, service: Service, access: Access): Promise<string[]>;
  teachRefusal(error: HttpError, tried: readonly string[]): HttpError;
  nothingHere(explanation: Explanation): HttpError;
}
