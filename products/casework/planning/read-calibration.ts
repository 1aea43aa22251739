// Calibration from the finished work of a workspace.
import type { Db } from '@veritrace/platform/db/db'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'
import { listActuals } from './actuals-store.ts'
import { type Calibration, calibrationOf } from './engine/calibrate.ts'

export const readCalibration = async (db: Db<Tables>, scope: Scope): Promise<Calibration> =>
  calibrationOf(await listActuals(db, scope))
