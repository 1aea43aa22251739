// What the collector brings from a source: one file, or many of a folder.
import type { SourceError } from '../tables.ts'

export interface Piece {
  uri: string
  listId: string | undefined
  title: string
  /** Where the file is in another format than its source says. */
  importer?: string
  bytes: Uint8Array
  asOf: Date | null
}

/** What the place said besides the bytes. */
export interface Gathered {
  http_status: number | null
  etag: string
  last_modified: string
  robots: 'allowed' | 'disallowed' | 'not_applicable'
}
export const NOTHING_SAID: Gathered = { http_status: null, etag: '', last_modified: '', robots: 'not_applicable' }

export class SourceFailed extends Error {
  readonly class: SourceError['class']
  readonly status: number | null
  constructor(kind: SourceError['class'], detail: string, status: number | null = null) {
    super(detail)
    this.class = kind
    this.status = status
  }
}

/** The list that a file is a version of: the star of the address is the star of the list. */
export function starred(
  pattern: string,
  list: string | undefined,
  name: string,
): { listId: string | undefined } | undefined {
  const [before = '', after] = pattern.split('*')
  if (after === undefined) return name === pattern ? { listId: list } : undefined
  const isOurs = name.startsWith(before) && name.endsWith(after) && name.length > before.length + after.length
  if (!isOurs) return undefined
  return {
    listId: list?.replace(
      '*',
      name
        .slice(before.length, name.length - after.length)
        .toLowerCase()
        .replaceAll('_', '-'),
    ),
  }
}
