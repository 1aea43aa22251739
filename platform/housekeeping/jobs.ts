// The jobs that delete expired data of the platform.
import type { Blobs } from '../blobs/blobs.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { Database } from '../db/open.ts'
import { sweepOutbox } from '../events/sweep.ts'
import { purgeTenants } from '../identity/tenancy/purge.ts'
import type { Job } from '../jobs/job.ts'
import { forgetBuckets, forgetIdempotencyKeys } from './store.ts'

const DAY_MS = 24 * 3_600_000

interface Housekeeping {
  database: Pick<Database, 'patiently'>
  db: Db
  clock: Clock
  blobs: Pick<Blobs, 'delete'>
}

export const housekeeping = ({ database, db, clock, blobs }: Housekeeping): Job<object>[] => [
  {
    name: 'sweep-outbox',
    schedule: '*/10 * * * *',
    concurrency: 1,
    handle: async () => void (await sweepOutbox({ db, clock })),
  },
  {
    name: 'forget-idempotency-keys',
    schedule: '23 * * * *',
    concurrency: 1,
    handle: () => forgetIdempotencyKeys(db, new Date(clock.now().getTime() - DAY_MS)),
  },
  {
    name: 'forget-rate-buckets',
    schedule: '29 * * * *',
    concurrency: 1,
    // An unused bucket is full again after a minute. An hour is longer than any replica holds tokens.
    handle: () => forgetBuckets(db, new Date(clock.now().getTime() - 3_600_000)),
  },
  {
    name: 'purge-tenants',
    schedule: '41 * * * *',
    concurrency: 1,
    handle: () => purgeTenants({ database, db, clock, blobs }),
  },
]
