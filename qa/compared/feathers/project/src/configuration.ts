import type { Static } from '@feathersjs/typebox';
import { defaultAppConfiguration, getValidator, Type } from '@feathersjs/typebox';
import { dataValidator } from './validators';

const configurationSchema = Type.Intersect([defaultAppConfiguration, Type.Object({ port: Type.Number() })]);

export type ApplicationConfiguration = Static<typeof configurationSchema>;
export const configurationValidator = getValidator(configurationSchema, dataValidator);
