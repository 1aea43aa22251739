// Files of a mirror folder, which replaces the internet. Files are found by name, at any depth.
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import type { SourceSpec } from '../../packs/pack.ts'
import { MAX_FILE_BYTES } from '../bytes.ts'
import { isFolder } from '../importers/importers.ts'
import { type Gathered, NO_RESPONSE, type Piece, SourceFailed, starred } from './piece.ts'

/** Path segments below the mirror; the last is the file name. */
export type Mirror = readonly string[][]

const MAX_MIRROR_FILES = 50_000

/** Lists all files. Links are not followed, so nothing outside the folder is read. */
export async function readMirror(dir: string): Promise<Mirror> {
  const found: string[][] = []
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
      throw new SourceFailed('network', `The mirror folder ${folder} cannot be read.`)
    })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.')) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) await walk(path)
      else if (entry.isFile()) found.push(relative(dir, path).split(sep))
      if (found.length > MAX_MIRROR_FILES)
        throw new SourceFailed('too_large', `The mirror has more than ${MAX_MIRROR_FILES} files.`)
    }
  }
  await walk(dir)
  return found
}

export async function* gatherFromMirror(
  dir: string,
  mirror: Mirror,
  source: SourceSpec,
  named: ReadonlySet<string>,
): AsyncGenerator<Piece, Gathered> {
  const files = isFolder(source.importer) ? findFolder(mirror, source) : findFiles(mirror, source, named)
  if (files.length === 0) {
    const expected = join(dir, basename(new URL(source.uri).pathname))
    throw new SourceFailed('network', `${expected} is missing, and no folder below the mirror has a file of that name.`)
  }
  for (const { place: segments, ...file } of files) {
    const place = join(dir, ...segments)
    const { size } = await stat(place)
    if (size > MAX_FILE_BYTES) throw new SourceFailed('too_large', `${place} is larger than 64 MB.`)
    yield { ...file, bytes: await readFile(place), asOf: null }
  }
  return NO_RESPONSE
}

type Located = Omit<Piece, 'bytes' | 'asOf'> & { place: string[] }

function findFiles(mirror: Mirror, source: SourceSpec, named: ReadonlySet<string>): Located[] {
  const wanted = decodeURIComponent(new URL(source.uri).pathname).split('/')
  const pattern = wanted.at(-1)!
  const candidates = mirror.flatMap((path) => {
    const found = starred(pattern, source.list_id, path.at(-1)!)
    // A star could match files of other sources, so the parent folder must match too.
    const isMeant =
      found && (!pattern.includes('*') || (path.at(-2) === wanted.at(-2) && !isNamed(path.at(-1)!, named)))
    return isMeant
      ? [{ place: path, listId: found.listId, title: titleOf(source, path.at(-1)!), uri: uriOf(source, path) }]
      : []
  })
  if (pattern.includes('*')) return candidates
  const best = candidates.toSorted(
    (a, b) => shared(b.place, wanted) - shared(a.place, wanted) || a.place.length - b.place.length,
  )
  return best.slice(0, 1)
}

/** Whether another source names the file in full. */
const isNamed = (file: string, named: ReadonlySet<string>): boolean => named.has(file.replace(/\.[^.]*$/, ''))

const titleOf = (source: SourceSpec, name: string): string =>
  source.uri.includes('*') ? `${source.title}: ${name}` : source.title
const uriOf = (source: SourceSpec, path: readonly string[]): string =>
  source.uri.includes('*')
    ? source.uri.slice(0, source.uri.lastIndexOf('/') + 1) + encodeURIComponent(path.at(-1)!)
    : source.uri

/** Number of trailing segments that are equal. */
function shared(path: readonly string[], wanted: readonly string[]): number {
  let count = 0
  while (count < path.length && path.at(-1 - count) === wanted.at(-1 - count)) count++
  return count
}

/** Markdown files below a folder with the last name of the address, in any case. */
function findFolder(mirror: Mirror, source: SourceSpec): Located[] {
  const name = basename(new URL(source.uri).pathname).toLowerCase()
  const paths = mirror.flatMap((path) => {
    const at = path.slice(0, -1).findIndex((segment) => segment.toLowerCase() === name)
    return at >= 0 && path.at(-1)!.toLowerCase().endsWith('.md') ? [{ path, below: path.slice(at + 1) }] : []
  })
  return paths.map(({ path, below }) => ({
    place: path,
    listId: undefined,
    title: `${source.title}: ${below.join('/')}`,
    uri: `${source.uri}/${isOnGitHub(source.uri) ? 'blob/HEAD/' : ''}${below.map(encodeURIComponent).join('/')}`,
  }))
}

const isOnGitHub = (uri: string): boolean => new URL(uri).host === 'github.com'
