// Citations of a control: the files and the lists that it is based on.
import { createHash } from 'node:crypto'
import type { Citation } from '@veritrace/contract/casework/shapes'
import { cutText } from '@veritrace/platform/text'
import type { EntryRow } from '../model/tables.ts'
import type { FileRow } from './store.ts'

export function citeFile(n: number, { id, filename, kind, sha256, uploaded_at }: FileRow): Citation {
  return {
    ...{ n, kind: 'evidence', title: filename, evidence_id: id },
    locator: { type: 'text', value: kind },
    quote: `${filename}, sha256 ${sha256}`,
    quote_hash: hashOf(`${filename}, sha256 ${sha256}`),
    as_of: uploaded_at.toISOString(),
    confidence: 1,
  }
}

export function citeEntry(n: number, entry: EntryRow): Citation {
  const quote = cutText([entry.title, entry.version_label, entry.content_hash].filter(Boolean).join(', '), 400)
  return {
    ...{ n, kind: 'record', title: entry.title, entry_id: entry.id },
    locator: { type: 'json_pointer', value: '' },
    quote,
    quote_hash: hashOf(quote),
    ...(/^https?:/.test(entry.uri) && { url: entry.uri }),
    license: entry.license.spdx,
    as_of: entry.as_of?.toISOString() ?? null,
    confidence: 1,
  }
}

const hashOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`
