import { createModels } from '@rest-gen/model';

export default createModels(process.env.DATABASE_URL);
