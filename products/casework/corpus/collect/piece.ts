// One file from a source, which may have many.
import type { SourceError } from '../tables.ts'

export interface Piece {
  uri: string
  listId: string | undefined
  title: string
  /** Overrides the source's importer if the file has another format. */
  importer?: string
  bytes: Uint8Array
  asOf: Date | null
}

/** Response metadata of a source. */
export interface Gathered {
  http_status: number | null
  etag: string
  last_modified: string
  robots: 'allowed' | 'disallowed' | 'not_applicable'
}
export const NO_RESPONSE: Gathered = { http_status: null, etag: '', last_modified: '', robots: 'not_applicable' }

export class SourceFailed extends Error {
  readonly class: SourceError['class']
  readonly status: number | null
  constructor(kind: SourceError['class'], detail: string, status: number | null = null) {
    super(detail)
    this.class = kind
    this.status = status
  }
}

/** The list ID of a file name: the part that the star in the address matches replaces the star in the list ID. */
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
