// Archives, looked through before anything in them is unpacked.
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type Entry, open, type ZipFile } from 'yauzl'
import { Quarantine, Unreadable } from './failures.ts'

export interface Archive {
  entries: readonly Entry[]
  /** Fails where an entry holds more than the archive says. */
  stream(entry: Entry): Promise<Readable>
  close(): void
}

const MOST_FILES = 20_000
const MOST_BYTES = 2 * 1024 ** 3
/** Text shrinks to a tenth, sources to a fifth; what shrinks more than this was made to grow. */
const HIGHEST_RATIO = 200
/** Below this no ratio can hurt. */
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
      error ? reject(new Unreadable(`It is not a whole zip archive: ${error.message}.`)) : resolve(zip),
    )
  })

function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MOST_FILES)
    throw new Quarantine(`It holds ${zip.entryCount} files; ${MOST_FILES} are taken at most.`)
  const entries: Entry[] = []
  let bytes = 0
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      bytes += entry.uncompressedSize
      const problem = problemOf(entry, bytes)
      if (problem || entries.length >= MOST_FILES) return reject(new Quarantine(problem ?? 'It holds too many files.'))
      entries.push(entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    // A path that leaves the archive is refused by the reader itself.
    zip.on('error', (error: Error) =>
      reject(
        /path|characters/.test(error.message)
          ? new Quarantine(`A file in it would be written outside: ${error.message}.`)
          : new Unreadable(error.message),
      ),
    )
    zip.readEntry()
  })
}

function problemOf(entry: Entry, bytesSoFar: number): string | undefined {
  const { fileName, uncompressedSize, compressedSize } = entry
  if (bytesSoFar > MOST_BYTES) return 'Unpacked it would be larger than 2 GB.'
  if (uncompressedSize > HARMLESS_BYTES && uncompressedSize > compressedSize * HIGHEST_RATIO)
    return `“${fileName}” would grow more than ${HIGHEST_RATIO} times when it is unpacked.`
  if (fileName.split(/[/\\]/).includes('..') || /^(?:[/\\]|[A-Za-z]:)/.test(fileName))
    return `“${fileName}” would be written outside.`
  // The upper half holds the mode of Unix; 0o120000 is a symbolic link.
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000) return `“${fileName}” is a symbolic link.`
  if (entry.isEncrypted()) return `“${fileName}” is encrypted.`
  if (/(^|\/)vbaProject\.bin$/i.test(fileName)) return 'It is a document with macros.'
  return undefined
}
