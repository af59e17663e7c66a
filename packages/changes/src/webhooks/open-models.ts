import type { ChangeLog, Models } from '@rest-gen/model';
import type { RestRouter } from '@rest-gen/router';
import { serviceOf } from '@rest-gen/router/part';
import { changeLogOf } from '../check-classes.ts';
import { DeliveryStore } from './delivery-store.ts';

/** What is kept of the changes and webhooks of a service. */
export interface OpenModels {
  readonly models: Models;
  readonly log: ChangeLog;
  readonly store: DeliveryStore;
}

/** Open the models of a router when it is ready. @throws {StartError} `E_CONTROLLER_STATIC` for models that record no changes */
export async function openModels(router: RestRouter): Promise<OpenModels> {
  await router.ready;
  const { project } = serviceOf(router);
  const log = changeLogOf(project);
  const models = project.model as Models;
  return { models, log, store: new DeliveryStore(models) };
}
