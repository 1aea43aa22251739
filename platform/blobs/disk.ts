// Objects in a local folder, with signed URLs that this server serves itself.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '../clock.ts'
import { fail } from '../errors.ts'
import type { Blobs } from './blobs.ts'
import { syncFolders } from './folders.ts'
import { checkKey } from './key.ts'
import { listObjects, type Place, readInfo, readObject, removeObject, writeObject } from './object-file.ts'
import { openLinks } from './sign.ts'
import { checkContentType, checkDownload, checkUpload, safeFilename } from './terms.ts'

/** Age after which a partial upload of a killed process is removed; no upload takes that long. */
const PARTIAL_MAX_AGE_MS = 24 * 3_600_000

export interface DiskOptions {
  folder: string
  /** Signs the URLs. */
  secret: string
  publicUrl: () => string
  clock: Clock
}

export async function openDisk({ folder, secret, publicUrl, clock }: DiskOptions): Promise<Blobs> {
  const place = await openPlace(folder)
  const links = openLinks(secret, clock)
  const expiry = (seconds: number) => {
    const expires = Math.floor(clock.now().getTime() / 1000) + seconds
    return { expires, expires_at: new Date(expires * 1000).toISOString() }
  }
  return {
    links,
    async put(key, source, options) {
      checkKey(key)
      checkContentType(options.contentType)
      // Check early only for streams, to avoid receiving bytes in vain. For bytes in memory, writing is faster than
      // looking.
      if (options.ifAbsent && !(source instanceof Uint8Array) && (await readInfo(place, key))) fail('blob_exists')
      return writeObject(place, key, source, options)
    },
    async get(key, options) {
      checkKey(key)
      return readObject(place, key, options?.range)
    },
    async head(key) {
      checkKey(key)
      return readInfo(place, key)
    },
    async delete(key) {
      checkKey(key)
      await removeObject(place, key)
    },
    list: (prefix) => listObjects(place, prefix),
    async presignPut(key, terms) {
      checkKey(key)
      checkUpload(terms)
      const { contentType, size, sha256 } = terms
      const { expires, expires_at } = expiry(terms.expiresIn)
      const url =
        publicUrl() +
        links.sign({ method: 'PUT', key, expires, owner: terms.owner, by: terms.by, contentType, size, sha256 })
      const headers = { 'content-type': contentType, 'content-length': String(size) }
      return { url, method: 'PUT', headers, expires_at }
    },
    async presignGet(key, terms) {
      checkKey(key)
      checkDownload(terms)
      const filename = safeFilename(terms.filename ?? key.split('/').at(-1)!)
      const { expires, expires_at } = expiry(terms.expiresIn)
      return {
        url: publicUrl() + links.sign({ method: 'GET', key, expires, owner: terms.owner, by: terms.by, filename }),
        expires_at,
      }
    },
    async check() {
      const probe = join(place.incoming, randomUUID())
      await (await open(probe, 'wx')).close()
      await unlink(probe)
    },
    async close() {},
  }
}

async function openPlace(folder: string): Promise<Place> {
  const place = { objects: join(folder, 'objects'), incoming: join(folder, 'incoming') }
  await mkdir(place.objects, { recursive: true })
  await mkdir(place.incoming, { recursive: true })
  await syncFolders(folder, dirname(folder))
  for (const name of await readdir(place.incoming)) {
    const path = join(place.incoming, name)
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (age > PARTIAL_MAX_AGE_MS) await rm(path, { force: true })
  }
  return place
}
