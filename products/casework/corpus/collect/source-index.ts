// Lists the files of a published repository by its index: for starred addresses, and for files that have moved.
import { basename, extname } from 'node:path/posix'
import type { SourceSpec } from '../../packs/pack.ts'
import { type Piece, SourceFailed, starred } from './piece.ts'

export type AskIndex = (address: string) => Promise<{ status: number; body: Uint8Array }>

/** Fetched once per repository and run. */
export interface Indexes {
  ask: AskIndex
  known: Map<string, Promise<readonly string[]>>
}
export const openIndexes = (ask: AskIndex): Indexes => ({ ask, known: new Map() })

export const INDEX_HOSTS: Readonly<Record<string, string>> = { 'raw.githubusercontent.com': 'api.github.com' }

interface Place {
  /** Base address of the repository's files: `https://raw.githubusercontent.com/<owner>/<name>/<branch>/`. */
  root: string
  index: string
  /** Relative to the root. */
  path: string
}

function placeOf(uri: string): Place | undefined {
  const { host, origin, pathname } = new URL(uri)
  const api = INDEX_HOSTS[host]
  const [, owner, name, branch, ...path] = pathname.split('/')
  if (!api || !owner || !name || !branch || path.length === 0) return undefined
  return {
    root: `${origin}/${owner}/${name}/${branch}/`,
    index: `https://${api}/repos/${owner}/${name}/git/trees/${branch}?recursive=1`,
    path: decodeURIComponent(path.join('/')),
  }
}

async function pathsOf({ ask, known }: Indexes, { index }: Place): Promise<readonly string[]> {
  const paths = known.get(index) ?? read(ask, index)
  known.set(index, paths)
  return paths
}

async function read(ask: AskIndex, index: string): Promise<readonly string[]> {
  const { status, body } = await ask(index)
  if (status !== 200) throw new SourceFailed('http', `${index} answered with ${status}.`, status)
  try {
    const { tree, truncated } = JSON.parse(Buffer.from(body).toString('utf8'))
    if (!Array.isArray(tree) || truncated) throw new Error('it is cut off')
    return tree.filter(({ type }) => type === 'blob').map(({ path }) => String(path))
  } catch (error) {
    throw new SourceFailed(
      'parse',
      `The index ${index} cannot be read: ${error instanceof Error ? error.message : error}.`,
    )
  }
}

export type Located = Pick<Piece, 'uri' | 'listId' | 'title'>

/** Files that match the star, except those that other sources name. */
export async function listStarred(
  indexes: Indexes,
  source: SourceSpec,
  named: ReadonlySet<string>,
): Promise<Located[] | undefined> {
  const place = placeOf(source.uri)
  if (!place) return undefined
  const folder = place.path.slice(0, place.path.lastIndexOf('/') + 1)
  const pattern = basename(place.path)
  return (await pathsOf(indexes, place)).flatMap((path) => {
    const name = basename(path)
    const found = path === `${folder}${name}` && !named.has(stemOf(name)) && starred(pattern, source.list_id, name)
    return found
      ? [{ uri: place.root + encodePath(path), listId: found.listId, title: `${source.title}: ${name}` }]
      : []
  })
}

/** Finds a file that has moved: same name, in another folder or with another extension. */
export async function findMoved(indexes: Indexes, source: SourceSpec): Promise<string | undefined> {
  const place = placeOf(source.uri)
  if (!place) return undefined
  const stem = stemOf(basename(place.path))
  const paths = (await pathsOf(indexes, place)).filter(
    (path) => stemOf(basename(path)) === stem && extname(path) in IMPORTERS && path !== place.path,
  )
  const isSameFormat = (path: string): boolean => extname(path) === extname(place.path)
  const [found] = paths.toSorted((a, b) => Number(isSameFormat(b)) - Number(isSameFormat(a)) || a.length - b.length)
  return found && place.root + encodePath(found)
}

const IMPORTERS: Readonly<Record<string, string>> = { '.json': 'cloudification-json', '.csv': 'cloudification-csv' }

/** The importer by extension, for a list whose format has changed. */
export const importerAt = (source: SourceSpec, uri: string): string =>
  extname(uri) === extname(source.uri) ? source.importer : (IMPORTERS[extname(uri)] ?? source.importer)

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

const stemOf = (name: string): string => name.slice(0, name.length - extname(name).length)

/** File names, without extension, that sources name in full. A star does not match them. */
export const namedIn = (sources: readonly SourceSpec[]): ReadonlySet<string> =>
  new Set(sources.filter(({ uri }) => !uri.includes('*')).map(({ uri }) => stemOf(basename(uri))))
