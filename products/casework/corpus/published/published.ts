// The published lists that ship with the product; `npm run corpus -- pack` writes them to this folder.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

export interface PublishedList {
  pack: string
  source_id: string
  list_id: string
  title: string
  /** The file in the published repository. */
  path: string
  path_sha256: string
  objects: number
  successors: number
  /** Next to this module. */
  file: string
  sha256: string
}

export interface Published {
  source: string
  commit: string
  /** Date of the commit. */
  date: string
  license: string
  attribution: string
  lists: PublishedList[]
}

export const PUBLISHED_FOLDER = new URL('./', import.meta.url)
export const MANIFEST = new URL('published.json', PUBLISHED_FOLDER)
export function published(): Published {
  known ??= JSON.parse(readFileSync(MANIFEST, 'utf8')) as Published
  return known
}
let known: Published | undefined

export const readPublished = ({ file }: PublishedList): Promise<Uint8Array> => readFile(new URL(file, PUBLISHED_FOLDER))

/** Number of objects in the published list; 0 if the list does not ship. */
export const publishedSize = ({ pack_id, list_id }: { pack_id: string; list_id: string | null }): number =>
  published().lists.find((one) => one.pack === pack_id && one.list_id === list_id)?.objects ?? 0
