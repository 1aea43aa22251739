// Unpacks an uploaded pack: a ZIP, or its files as JSON. Limits are enforced before anything is parsed.
import { t } from '@veritrace/contract/endpoint'
import { strict } from '@veritrace/contract/wire'
import { checkValue } from '@veritrace/platform/json-schema'
import { cutText } from '@veritrace/platform/text'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { MAX_FILES, MAX_UNPACKED, type PackFiles, pathFault } from './pack-files.ts'
import type { PackFault } from './reader.ts'

export type Unpacked = { files: PackFiles; faults?: never } | { files?: never; faults: PackFault[] }

export async function unpack(body: Uint8Array): Promise<Unpacked> {
  try {
    const bytes = Buffer.from(body)
    return withinLimits(isZip(bytes) ? await unzip(bytes) : readTexts(bytes))
  } catch (error) {
    return refused(error instanceof Error ? error.message : 'cannot be read')
  }
}

const refused = (message: string): Unpacked => ({ faults: [{ file: '', path: '', message }] })

/** A ZIP begins with PK: the signature of its first entry, or of the end record if it is empty. */
const isZip = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 2) === 'PK'

const TextsBody = strict({ files: t.Record(t.String(), t.String()) })

/** `{"files": {"pack.yaml": "…"}}` */
function readTexts(bytes: Buffer): PackFiles {
  const { value, faults } = checkValue(TextsBody, JSON.parse(bytes.toString()))
  if (!value) throw new Error(faults.map(({ path, message }) => `${path || 'the body'} ${message}`).join('; '))
  return new Map(Object.entries(value.files).map(([path, text]) => [path, Buffer.from(text)]))
}

function withinLimits(files: PackFiles): Unpacked {
  if (files.size > MAX_FILES) return refused(`has more than ${MAX_FILES} files`)
  const faults = [...files.keys()].flatMap((path): PackFault[] => {
    const message = pathFault(path)
    return message ? [{ file: cutText(path, 200), path: '', message }] : []
  })
  return faults.length > 0 ? { faults } : { files: withoutFolder(files) }
}

/** A ZIP made from a folder contains that folder; its name is not part of the pack. */
function withoutFolder(files: PackFiles): PackFiles {
  const [first = ''] = files.keys()
  const folder = first.slice(0, first.indexOf('/') + 1)
  const all = [...files]
  if (files.has('pack.yaml') || !folder || !all.every(([path]) => path.startsWith(folder))) return files
  return new Map(all.map(([path, bytes]) => [path.slice(folder.length), bytes]))
}

/** Counts the unpacked bytes instead of trusting the sizes in the ZIP. */
async function unzip(bytes: Buffer): Promise<PackFiles> {
  const zip = await open(bytes)
  const files = new Map<string, Uint8Array>()
  let left = MAX_UNPACKED
  for await (const entry of entriesOf(zip)) {
    if (entry.fileName.endsWith('/')) continue
    if (files.size >= MAX_FILES) throw new Error(`has more than ${MAX_FILES} files`)
    const content = await contentOf(zip, entry, left)
    left -= content.length
    files.set(entry.fileName, content)
  }
  return files
}

const open = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true, strictFileNames: true }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    ),
  )

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | undefined>((resolve, reject) => {
      zip.once('entry', resolve)
      zip.once('end', () => resolve(undefined))
      zip.once('error', reject)
      zip.readEntry()
    })
    zip.removeAllListeners()
    if (!entry) return
    yield entry
  }
}

async function contentOf(zip: ZipFile, entry: Entry, left: number): Promise<Uint8Array> {
  const stream = await new Promise<AsyncIterable<Buffer>>((resolve, reject) =>
    zip.openReadStream(entry, (error, found) => (error ? reject(error) : resolve(found))),
  )
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > left) throw new Error(`unpacks to more than ${MAX_UNPACKED} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
