// Opens archives. All entries are checked before any of them is unpacked.
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type Entry, open, type ZipFile } from 'yauzl'
import { Quarantine, Unreadable } from './failures.ts'

export interface Archive {
  entries: readonly Entry[]
  /** Fails if an entry is larger than the archive claims. */
  stream(entry: Entry): Promise<Readable>
  close(): void
}

const MOST_FILES = 20_000
const MOST_BYTES = 2 * 1024 ** 3
/** Text shrinks to a tenth, sources to a fifth. A higher ratio than this points to a zip bomb. */
const HIGHEST_RATIO = 200
/** Entries up to this size may have any ratio. */
const HARMLESS_BYTES = 10 * 1024 ** 2

export async function openArchive(path: string): Promise<Archive> {
  const zip = await opened(path)
  try {
    const entries = await entriesOf(zip)
    const stream = promisify(zip.openReadStream.bind(zip)) as (entry: Entry) => Promise<Readable>
    return { entries: entries.filter(({ fileName }) => !fileName.endsWith('/')), stream, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

const opened = (path: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) =>
      error ? reject(new Unreadable(`The file is not a complete zip archive: ${error.message}.`)) : resolve(zip),
    )
  })

function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MOST_FILES)
    throw new Quarantine(`The archive contains ${zip.entryCount} files, more than the limit of ${MOST_FILES}.`)
  const entries: Entry[] = []
  let bytes = 0
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      bytes += entry.uncompressedSize
      const problem = problemOf(entry, bytes)
      if (problem || entries.length >= MOST_FILES)
        return reject(new Quarantine(problem ?? 'The archive contains too many files.'))
      entries.push(entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    // The zip library itself refuses a path that leaves the archive.
    zip.on('error', (error: Error) =>
      reject(
        /path|characters/.test(error.message)
          ? new Quarantine(`A file in the archive would be written outside it: ${error.message}.`)
          : new Unreadable(error.message),
      ),
    )
    zip.readEntry()
  })
}

function problemOf(entry: Entry, bytesSoFar: number): string | undefined {
  const { fileName, uncompressedSize, compressedSize } = entry
  if (bytesSoFar > MOST_BYTES) return 'The archive would be larger than 2 GB when it is unpacked.'
  if (uncompressedSize > HARMLESS_BYTES && uncompressedSize > compressedSize * HIGHEST_RATIO)
    return `“${fileName}” would grow more than ${HIGHEST_RATIO} times when it is unpacked.`
  if (fileName.split(/[/\\]/).includes('..') || /^(?:[/\\]|[A-Za-z]:)/.test(fileName))
    return `“${fileName}” would be written outside the archive.`
  // The upper half contains the Unix mode; 0o120000 is a symbolic link.
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000) return `“${fileName}” is a symbolic link.`
  if (entry.isEncrypted()) return `“${fileName}” is encrypted.`
  if (/(^|\/)vbaProject\.bin$/i.test(fileName)) return 'The document contains macros.'
  return undefined
}
