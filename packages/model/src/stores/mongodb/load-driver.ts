import type * as mongodb from 'mongodb';
import { missingDriver } from '../../missing-driver.ts';

/** What we use of the module `mongodb`. */
export type MongoDriver = Pick<
  typeof mongodb,
  'MongoClient' | 'ObjectId' | 'Long' | 'Decimal128' | 'Double' | 'Binary'
>;

/**
 * Load the driver of MongoDB.
 *
 * @throws {DataError} `unavailable`, saying what to install
 */
export async function loadDriver(load: () => Promise<MongoDriver> = () => import('mongodb')): Promise<MongoDriver> {
  try {
    return await load();
  } catch (cause) {
    throw missingDriver('MongoDB', 'mongodb', cause);
  }
}
