// Imports the content of a file that is not part of an estate: lists go to the corpus, texts to the documents.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Asking } from '@veritrace/platform/threads/pool'
import { importFile } from '../corpus/import-file.ts'
import type { Casework } from '../deps.ts'
import { type ReadDocument, UnreadableDocument } from '../documents/read/document.ts'
import { type Scope, spaceOf } from '../model/space.ts'
import type { Pack, SourceSpec } from '../packs/pack.ts'
import { wholeText } from './reading/text.ts'
import type { EvidenceRow } from './tables.ts'

export interface Imported {
  entryId: string | null
  /** Stored in the same transaction as the result of the parse. */
  documents: readonly ReadDocument[]
  warnings: string[]
  /** The file could not be imported. */
  isRefused: boolean
}

const NOT_IMPORTED: Imported = { entryId: null, documents: [], warnings: [], isRefused: false }

export async function importContent(
  deps: Casework,
  scope: Scope,
  row: EvidenceRow,
  pack: Pack,
  path: string,
  signal: AbortSignal,
): Promise<Imported> {
  if (row.kind === 'cloudification_json' || row.kind === 'cloudification_csv')
    return importList(deps, scope, row, pack, path, signal)
  if (row.kind === 'document') return readDocument(deps, { tenant: scope.tenant, signal, mayWait: true }, row, path)
  if (row.kind === 'other') return { ...NOT_IMPORTED, warnings: [notParsedWarning(row.filename)] }
  return NOT_IMPORTED
}

/** The workspace's own version of a list. In the workspace it overrides the shared version. */
async function importList(
  deps: Casework,
  scope: Scope,
  row: EvidenceRow,
  pack: Pack,
  path: string,
  signal: AbortSignal,
): Promise<Imported> {
  const order = {
    space: spaceOf(scope),
    pack: pack.ref.id,
    source: sourceOf(pack, row, await isClassificationFile(path)),
    bytes: createReadStream(path),
    uri: `evidence:${row.filename}`,
    asOf: row.collected_at,
  }
  const entry = await importFile(deps, order, signal)
  const isRefused = entry.status === 'failed'
  const warnings = entry.status === 'ready' ? [] : [entry.status_reason]
  return { entryId: isRefused ? null : entry.id, documents: [], warnings, isRefused }
}

const LARGEST_DOCUMENT = 25 * 1024 ** 2
const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/html': 'html',
  'text/markdown': 'md',
  'text/plain': 'txt',
}

/** The detected format decides, not the extension of the file. */
async function readDocument(
  { documentReaders }: Casework,
  asking: Asking,
  row: EvidenceRow,
  path: string,
): Promise<Imported> {
  const refused = (reason: string): Imported => ({ ...NOT_IMPORTED, warnings: [reason], isRefused: true })
  if (row.bytes > LARGEST_DOCUMENT) return refused('The document is larger than 25 MB.')
  const named = `${row.filename.replace(/\.\w{1,8}$/, '')}.${ENDINGS[row.media_type] ?? 'txt'}`
  try {
    const document = await documentReaders.read({ bytes: await readFile(path), path: named }, asking)
    return { ...NOT_IMPORTED, documents: [document] }
  } catch (error) {
    if (error instanceof UnreadableDocument) return refused(error.message)
    throw error
  }
}

type ListSource = Pick<
  SourceSpec,
  'id' | 'kind' | 'title' | 'importer' | 'version_label' | 'license' | 'list_id' | 'role'
>

const HEAD_BYTES = 65_536

/** Release lists and classifications have similar file names, so the content decides. */
async function isClassificationFile(path: string): Promise<boolean> {
  const head = await wholeText(createReadStream(path, { end: HEAD_BYTES }))
  return /"(?:objectClassifications|ratings|tadirObjectType)"\s*:/.test(head)
}

/** The source of the pack that has this file name; otherwise a new list named after the file. */
function sourceOf(pack: Pack, row: EvidenceRow, saysClassification: boolean): ListSource {
  const known = pack.sources.find(({ uri, list_id }) => list_id && uri.split('/').at(-1) === row.filename)
  if (known) return known
  const slug = row.filename
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  const isClassification = saysClassification || /classification/i.test(row.filename)
  const json = isClassification ? 'partner-json' : 'cloudification-json'
  return {
    id: `evidence-${slug}`,
    kind: 'catalog',
    title: row.label,
    importer: row.kind === 'cloudification_csv' ? 'cloudification-csv' : json,
    version_label: '',
    list_id: isClassification ? `partner.${slug}` : slug,
    role: isClassification ? 'classification' : 'release',
    license: { spdx: 'NOASSERTION', attribution: row.label, url: '', may_store_text: true, may_redistribute: false },
  }
}

const notParsedWarning = (filename: string): string =>
  /\.(?:xlsx?|xlsm|ods)$/i.test(filename)
    ? 'The file is stored but not parsed. To parse a spreadsheet, save it as CSV and upload that.'
    : 'The file is stored but not parsed: its format is not supported.'
