// Which files a published repository has, by its own index: for sources of many files, and for files that have moved.
import { basename, extname } from 'node:path/posix'
import type { SourceSpec } from '../../packs/pack.ts'
import { type Piece, SourceFailed, starred } from './piece.ts'

export type AskIndex = (address: string) => Promise<{ status: number; body: Uint8Array }>

/** Each repository is asked once in a run. */
export interface Indexes {
  ask: AskIndex
  known: Map<string, Promise<readonly string[]>>
}
export const openIndexes = (ask: AskIndex): Indexes => ({ ask, known: new Map() })

export const INDEX_HOSTS: Readonly<Record<string, string>> = { 'raw.githubusercontent.com': 'api.github.com' }

interface Place {
  /** Of the repository's files: `https://raw.githubusercontent.com/<owner>/<name>/<branch>/`. */
  root: string
  index: string
  /** Below the root. */
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
  if (status !== 200) throw new SourceFailed('http', `${index} was answered with ${status}.`, status)
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

/** The files that a star stands for, but for those that other sources name. */
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

/** Where a file is that is not where it was: under the same name, in another folder or in another format. */
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

/** How a list is read that has changed its format. */
export const importerAt = (source: SourceSpec, uri: string): string =>
  extname(uri) === extname(source.uri) ? source.importer : (IMPORTERS[extname(uri)] ?? source.importer)

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

const stemOf = (name: string): string => name.slice(0, name.length - extname(name).length)

/** The files that sources name in full: a star does not mean them. */
export const namedIn = (sources: readonly SourceSpec[]): ReadonlySet<string> =>
  new Set(sources.filter(({ uri }) => !uri.includes('*')).map(({ uri }) => stemOf(basename(uri))))
