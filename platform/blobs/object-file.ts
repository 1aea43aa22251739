// One object per file: a line with its metadata, then its bytes. A single rename publishes both, and a reader that has
// the file open still reads the old version.
import { randomUUID } from 'node:crypto'
import { type FileHandle, link, open, readdir, rename, unlink } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { fail } from '../errors.ts'
import type { Blob, BlobInfo, ByteRange, Bytes, PutOptions, Stored } from './blobs.ts'
import { isMissing, makeFolder, pruneFolders, syncFolder, syncFolders } from './folders.ts'
import { folderOfPrefix, keyOfPath, pathOfKey } from './key.ts'
import { measure, measureAll } from './measure.ts'
import { writeThrough } from './write-through.ts'

const HEADER_BYTES = 512
const SMALL_BYTES = 1_000_000

export interface Place {
  objects: string
  /** Temporary files during an upload; on the same file system, so that the rename is atomic. */
  incoming: string
}

export async function writeObject(place: Place, key: string, source: Bytes, options: PutOptions): Promise<Stored> {
  const path = join(place.objects, pathOfKey(key))
  const incoming = join(place.incoming, randomUUID())
  let isMoved = false
  try {
    const sum = await receive(incoming, source, options)
    await publish(place, incoming, path, options.ifAbsent === true)
    isMoved = !options.ifAbsent
    return { key, ...sum }
  } finally {
    if (!isMoved) await unlink(incoming).catch(unlessMissing)
  }
}

export async function readInfo(place: Place, key: string): Promise<BlobInfo | undefined> {
  const opened = await openObject(place, key)
  await opened?.file.close()
  return opened?.info
}

export async function readObject(place: Place, key: string, wanted?: ByteRange): Promise<Blob | undefined> {
  const opened = await openObject(place, key)
  if (!opened) return undefined
  const { file, info } = opened
  const start = wanted?.start ?? 0
  const end = Math.min(wanted?.end ?? info.size - 1, info.size - 1)
  const empty = start > end
  if (empty) await file.close()
  if (empty && wanted) return fail('range_not_satisfiable', undefined, {}, { 'content-range': `bytes */${info.size}` })
  const stream = empty
    ? Readable.from([])
    : file.createReadStream({ start: HEADER_BYTES + start, end: HEADER_BYTES + end })
  return { ...info, stream, ...(wanted && { range: { start, end } }) }
}

export async function removeObject(place: Place, key: string): Promise<void> {
  const path = join(place.objects, pathOfKey(key))
  try {
    await unlink(path)
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  await syncFolder(dirname(path))
  await pruneFolders(dirname(path), place.objects)
}

export async function* listObjects(place: Place, prefix: string): AsyncGenerator<{ key: string; size: number }> {
  for await (const path of filesBelow(join(place.objects, folderOfPrefix(prefix)))) {
    const key = keyOfPath(relative(place.objects, path).replaceAll(sep, '/'))
    const info = key?.startsWith(prefix) ? await readInfo(place, key) : undefined
    if (info) yield { key: info.key, size: info.size }
  }
}

async function receive(
  incoming: string,
  source: Bytes,
  options: PutOptions,
): Promise<{ size: number; sha256: string }> {
  if (source instanceof Uint8Array && source.length <= SMALL_BYTES) {
    const measured = measureAll(source, options)
    const header = headerOf({ ...measured, contentType: options.contentType })
    await writeThrough(incoming, Buffer.concat([header, source]))
    return measured
  }
  const { bytes, sum } = measure(source, options)
  const file = await open(incoming, 'wx', 0o600)
  try {
    let position = HEADER_BYTES
    for await (const chunk of bytes) position += await writeAt(file, chunk, position)
    await writeAt(file, headerOf({ ...sum(), contentType: options.contentType }), 0)
    await file.sync()
    return sum()
  } finally {
    await file.close()
  }
}

async function publish(place: Place, incoming: string, path: string, ifAbsent: boolean): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      // The folder usually exists, so it is created only after a failure.
      if (attempt > 1) await makeFolder(dirname(path), place.objects)
      // A link fails if the name exists, a rename replaces it.
      await (ifAbsent ? link(incoming, path) : rename(incoming, path))
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') fail('blob_exists')
      // The folder does not exist yet, or another caller has removed it with its last object.
      if (!isMissing(error) || attempt === 100) throw error
    }
  }
  await syncFolders(dirname(path), place.objects)
}

const unlessMissing = (error: unknown): void => {
  if (!isMissing(error)) throw error
}

type Header = Omit<BlobInfo, 'key'>

const headerOf = (header: Header): Buffer =>
  Buffer.from(`${JSON.stringify(header).padEnd(HEADER_BYTES - 1)}\n`, 'latin1')

/** Loops because a single write may write fewer bytes. */
async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<number> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
  return bytes.length
}

async function openObject(place: Place, key: string): Promise<{ file: FileHandle; info: BlobInfo } | undefined> {
  const file = await open(join(place.objects, pathOfKey(key)), 'r').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (!file) return undefined
  try {
    const { buffer } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    const { size, sha256, contentType } = JSON.parse(buffer.toString('latin1')) as Header
    return { file, info: { key, size, sha256, contentType } }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else yield path
  }
}
