// Makes the shipped files from a copy of the repository that publishes the lists: names, kinds, states, components and
// successors, no other text. Every file is read back and compared before it is written.
import { createHash } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual, promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { DEFAULT_PACK, loadBuiltIn } from '../../packs/built-in.ts'
import type { Pack, SourceSpec } from '../../packs/pack.ts'
import { gatherFromMirror, readMirror } from '../collect/mirror.ts'
import type { Piece } from '../collect/piece.ts'
import { namedIn } from '../collect/source-index.ts'
import { importerFor } from '../importers/importers.ts'
import { packedList, textOfList } from '../importers/packed-list.ts'
import type { FactRecord, Importer } from '../importers/record.ts'
import { decode } from '../importers/text.ts'
import { MANIFEST, PUBLISHED_FOLDER, type Published, type PublishedList } from './published.ts'

interface PackOrder {
  pack: Pack
  folder: string
  commit: string
  date: string
  say(line: string): void
}

/** Packs the lists of the default pack. */
export async function packPublished(order: Omit<PackOrder, 'pack'>): Promise<Published> {
  const pack = (await loadBuiltIn()).find(({ ref }) => ref.id === DEFAULT_PACK)!
  return packLists({ ...order, pack })
}

async function packLists({ pack, folder, commit, date, say }: PackOrder): Promise<Published> {
  const mirror = await readMirror(folder)
  const lists: PublishedList[] = []
  const files = new Map<string, Buffer>()
  const licenses = new Set<string>()
  const repositories = new Set<string>()
  for (const source of pack.sources.filter(({ complete }) => complete)) {
    const found = await gatherAll(gatherFromMirror(folder, mirror, source, namedIn(pack.sources)))
    for (const piece of found) {
      const { list, packed } = await packList(pack.ref.id, source, piece)
      if (list.objects === 0) continue
      lists.push(list)
      files.set(list.file, packed)
      licenses.add(JSON.stringify([source.license.spdx, source.license.attribution]))
      repositories.add(repositoryOf(source))
      say(`${list.list_id}: ${list.objects} objects, ${list.successors} successors, ${packed.length} bytes`)
    }
  }
  if (lists.length === 0) throw new Error(`${folder} has none of the lists of ${pack.ref.id}.`)
  if (licenses.size > 1 || repositories.size > 1)
    throw new Error('The lists have more than one license or origin, so one notice cannot cover them.')
  const [license = '', attribution = ''] = JSON.parse([...licenses][0]!) as string[]
  const made: Published = { source: [...repositories][0]!, commit, date, license, attribution, lists }
  await replaceFiles(files, made)
  return made
}

/** Skips files that the folder does not have. */
async function gatherAll(pieces: AsyncGenerator<Piece, unknown>): Promise<Piece[]> {
  const found: Piece[] = []
  try {
    for await (const piece of pieces) found.push(piece)
  } catch (error) {
    if (!(error instanceof Error && 'class' in error && error.class === 'network')) throw error
  }
  return found
}

async function packList(pack: string, source: SourceSpec, piece: Piece) {
  const facts = readFacts(importerFor(source.importer)!, piece.bytes).toSorted((a, b) => placeOf(a) - placeOf(b))
  const pointers = facts[0]?.pointer.replace(/\d+$/, '') ?? ''
  const text = Buffer.from(textOfList(facts, pointers))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
  const packed = await promisify(brotliCompress)(text, { params })
  if (!isDeepStrictEqual(readFacts(packedList, packed), facts))
    throw new Error(`${piece.title} does not read back as it was written.`)
  const list: PublishedList = {
    pack,
    source_id: source.id,
    list_id: piece.listId!,
    title: piece.title,
    path: new URL(piece.uri).pathname.split('/').slice(4).join('/'),
    path_sha256: hashOf(piece.bytes),
    objects: facts.length,
    successors: facts.reduce((sum, { successors }) => sum + successors.length, 0),
    file: `${piece.listId}.br`,
    sha256: hashOf(packed),
  }
  return { list, packed }
}

const placeOf = ({ pointer }: FactRecord): number => Number(/\d+$/.exec(pointer)?.[0])

function readFacts(importer: Importer, bytes: Uint8Array): FactRecord[] {
  const facts: FactRecord[] = []
  for (const found of importer.read(decode(importer.unpack?.(bytes) ?? bytes))) {
    if ('rejected' in found) throw new Error(`Row ${found.rejected.row} is rejected: ${found.rejected.reason}.`)
    if ('fact' in found) facts.push(found.fact)
  }
  return facts
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** `https://github.com/<owner>/<name>` for an address of a raw file. */
const repositoryOf = ({ uri }: SourceSpec): string =>
  `https://github.com/${new URL(uri).pathname.split('/').slice(1, 3).join('/')}`

async function replaceFiles(files: ReadonlyMap<string, Buffer>, made: Published): Promise<void> {
  const names = await readdir(PUBLISHED_FOLDER)
  for (const [name, packed] of files) await writeFile(new URL(name, PUBLISHED_FOLDER), packed)
  await writeFile(MANIFEST, `${JSON.stringify(made, null, 2)}\n`)
  for (const name of names) if (name.endsWith('.br') && !files.has(name)) await rm(new URL(name, PUBLISHED_FOLDER))
}
