// What a file holds besides an estate goes to the rooms that keep it: lists to the corpus, texts to the documents.
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

export interface Elsewhere {
  entryId: string | null
  /** Kept together with the evidence that they are of. */
  documents: readonly ReadDocument[]
  warnings: string[]
  /** The room that should keep it could not read it. */
  isRefused: boolean
}

const NOWHERE: Elsewhere = { entryId: null, documents: [], warnings: [], isRefused: false }

export async function keepElsewhere(
  deps: Casework,
  scope: Scope,
  row: EvidenceRow,
  pack: Pack,
  path: string,
  signal: AbortSignal,
): Promise<Elsewhere> {
  if (row.kind === 'cloudification_json' || row.kind === 'cloudification_csv')
    return keepList(deps, scope, row, pack, path, signal)
  if (row.kind === 'document') return readDocument(deps, { tenant: scope.tenant, signal, mayWait: true }, row, path)
  if (row.kind === 'other') return { ...NOWHERE, warnings: [unreadOf(row.filename)] }
  return NOWHERE
}

/** The workspace's own version of a list; for the workspace it wins over the one that all share. */
async function keepList(
  deps: Casework,
  scope: Scope,
  row: EvidenceRow,
  pack: Pack,
  path: string,
  signal: AbortSignal,
): Promise<Elsewhere> {
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

/** The format is what was found in it, not what it is called. */
async function readDocument(
  { documentReaders }: Casework,
  asking: Asking,
  row: EvidenceRow,
  path: string,
): Promise<Elsewhere> {
  const refused = (reason: string): Elsewhere => ({ ...NOWHERE, warnings: [reason], isRefused: true })
  if (row.bytes > LARGEST_DOCUMENT) return refused('A document may have 25 MB at most.')
  const named = `${row.filename.replace(/\.\w{1,8}$/, '')}.${ENDINGS[row.media_type] ?? 'txt'}`
  try {
    const document = await documentReaders.read({ bytes: await readFile(path), path: named }, asking)
    return { ...NOWHERE, documents: [document] }
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

/** Two kinds of lists look alike by their names; what they hold tells them apart. */
async function isClassificationFile(path: string): Promise<boolean> {
  const head = await wholeText(createReadStream(path, { end: HEAD_BYTES }))
  return /"(?:objectClassifications|ratings|tadirObjectType)"\s*:/.test(head)
}

/** The source of the pack whose file has this name; else a list of its own, named after the file. */
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

const unreadOf = (filename: string): string =>
  /\.(?:xlsx?|xlsm|ods)$/i.test(filename)
    ? 'It is kept as it is; a sheet is read where it is saved as CSV.'
    : 'It is kept as it is; nobody knows how to read it.'
