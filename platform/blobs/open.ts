// S3 if a bucket is configured, otherwise a local folder.
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { keepSecret } from '../keyring/store.ts'
import type { Log } from '../log.ts'
import type { Blobs } from './blobs.ts'
import { openDisk } from './disk.ts'

export interface BlobsOptions {
  config: Pick<Config, 'blobs' | 'dataDir'>
  /** Stores the secret that signs URLs. */
  db: Db
  /** Called for every signed URL: a server on a free port knows its URL only once it listens. */
  publicUrl: () => string
  clock: Clock
  log: Log
}

export async function openBlobs({ config, db, publicUrl, clock, log }: BlobsOptions): Promise<Blobs> {
  const { bucket, ...settings } = config.blobs
  if (!bucket)
    return openDisk({
      folder: join(config.dataDir, 'blobs'),
      secret: await keepSecret(db, 'blob-links'),
      publicUrl,
      clock,
    })
  // Imported lazily: loading the SDK takes longer than the rest of a start on disk.
  const { openS3 } = await import('./s3.ts')
  return openS3({ bucket, ...settings, clock, log })
}
