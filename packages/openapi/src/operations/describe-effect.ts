import { type OperationContext, takesList } from './context.ts';

/** What an operation does, in CommonMark. That of an action of the project is not known. */
export function describeEffect(context: OperationContext): string {
  const { operation, controller, path } = context;
  const { method, action, isInherited, isMany, isBulk } = operation;
  const { statics } = controller;
  const filters = takesList(context) || isMany ? ` ${FILTERS}` : '';
  if (path.action !== undefined || !isInherited) return `The action \`${action}\` of this service.${filters}`;
  if (isMany)
    return `${method === 'PATCH' ? 'Change' : 'Delete'} the records that the filters match, all or none.${filters}`;
  switch (method) {
    case 'GET':
      return operation.isList ? `A page of the records.${filters}` : 'One record.';
    case 'QUERY':
      return `A page of the records, with the parameters in the body.${filters}`;
    case 'POST':
      return isBulk ? 'Add a record, or a list of records: all or none.' : 'Add a record.';
    case 'PUT':
      return statics.upsert ? 'Replace the record, or add it.' : 'Replace the record.';
    case 'PATCH':
      return 'Change the fields that the body has.';
    default:
      return statics.softDelete === undefined ? 'Delete the record.' : 'Mark the record as deleted.';
  }
}

// --- internal ---

const FILTERS =
  'All filters have to hold. The operators are `eq` (the same as none), `ne`, `gt`, `gte`, `lt`, `lte`, `in`, `nin`, `null`, and of text `contains`, `startsWith` and `endsWith`: `{"gte": 1, "lt": 9}`.';
