// Both drivers for tests: the real disk driver behind a real server, and the S3 driver on a small S3 server.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Blobs } from '../blobs/blobs.ts'
import { openBlobs } from '../blobs/open.ts'
import { openS3, type S3Options } from '../blobs/s3.ts'
import { fakeClock } from '../clock.ts'
import { readConfig } from '../config/config.ts'
import { mountBlobs } from '../http/blob-routes.ts'
import { createHttp, type Http } from '../http/server.ts'
import { openLog } from '../log.ts'
import { testDatabase } from './db.ts'

export interface StoreUnderTest {
  blobs: Blobs
  clock: ReturnType<typeof fakeClock>
  /** Where the bytes are stored. */
  folder: string
  close(): Promise<void>
}
export interface DiskUnderTest extends StoreUnderTest {
  app: Http
}

const log = openLog('silent')
const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'veritrace-blobs-'))

export async function openTestDisk(): Promise<DiskUnderTest> {
  const folder = await newFolder()
  const { db } = await testDatabase()
  const clock = fakeClock(new Date())
  const config = readConfig([], { DATA_DIR: folder, APP_AUTH_MODE: 'demo' })
  const app = await createHttp(config, log)
  const port = () => (app.server.address() as AddressInfo).port
  const blobs = await openBlobs({ config, db, clock, log, publicUrl: () => `http://127.0.0.1:${port()}` })
  mountBlobs(app, blobs)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    app.server.closeAllConnections()
    await app.close()
    await blobs.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { blobs, clock, folder, app, close }
}

interface S3rver {
  httpServer: Server & { closeAllConnections(): void }
  run(): Promise<AddressInfo>
  close(): Promise<void>
}
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3rver

export interface S3UnderTest extends StoreUnderTest {
  options: S3Options
}

export async function openTestS3(): Promise<S3UnderTest> {
  const folder = await newFolder()
  const buckets = [{ name: 'evidence' }]
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: buckets,
  })
  const { port } = await server.run()
  const clock = fakeClock(new Date())
  const options: S3Options = {
    bucket: 'evidence',
    endpoint: `http://127.0.0.1:${port}`,
    forcePathStyle: true,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    listPage: 3,
    clock,
    log,
    adapt: (client) => client.middlewareStack.add(withoutTrailingSlash, { step: 'build', priority: 'low' }),
  }
  const blobs = openS3(options)
  const close = async () => {
    await blobs.close()
    server.httpServer.closeAllConnections()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { blobs, clock, folder, options, close }
}

/** s3rver verifies the signature of `/bucket` although the client signed `/bucket/`. */
const withoutTrailingSlash =
  <A extends { request: unknown }, R>(next: (args: A) => Promise<R>) =>
  (args: A): Promise<R> => {
    const request = args.request as { path: string }
    if (request.path.length > 1) request.path = request.path.replace(/\/$/, '')
    return next(args)
  }

/** Total size of all files below the folder. */
export async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map((file) =>
    stat(join(file.parentPath, file.name)).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
