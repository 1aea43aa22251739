// Parses an uploaded file: checks it for harmful content, detects its kind, parses it in a thread, and stores the result in
// one transaction. After a crash it starts over; a parse that a newer one has overtaken stores nothing.
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { transact } from '@veritrace/platform/db/transact'
import type { JobRun } from '@veritrace/platform/jobs/job'
import type { Asking } from '@veritrace/platform/threads/pool'
import type { Casework } from '../deps.ts'
import { BASES } from '../estate/certainty.ts'
import { type Scope, spaceOf } from '../model/space.ts'
import type { Pack } from '../packs/pack.ts'
import { readVocabulary } from '../packs/vocabulary.ts'
import { type CountedProject, findProject } from '../projects/store.ts'
import { importContent } from './import-content.ts'
import type { ParseOrder } from './parse-job.ts'
import { Quarantine, Unreadable } from './reading/failures.ts'
import type { Inspection } from './reading/inspect.ts'
import type { Parsed } from './reading/parsed.ts'
import type { EvidenceReaders } from './reading/readers.ts'
import { reportProgress } from './report-progress.ts'
import { isOpen } from './rules.ts'
import { findEvidence, listKnownTypes, lockEvidence, updateEvidence } from './store.ts'
import { type ParseResult, storeResult } from './store-result.ts'
import type { EvidenceRow } from './tables.ts'

export const PARSE_RETRIES = 3

export interface Reading extends Casework {
  readers: EvidenceReaders
}

export async function parseEvidence(
  deps: Reading,
  order: ParseOrder,
  { attempt, signal }: Pick<JobRun, 'attempt' | 'signal'>,
): Promise<void> {
  const scope = { tenant: order.tenant, workspace: order.workspace }
  const known = await findEvidence(deps.db, scope, order.id)
  const project = known && (await findProject(deps.db, scope, known.project_id))
  // If the project is restored, the file gets a new parse job.
  if (!project || project.deleted_at) return
  const row = await step(deps, scope, order, 'scanning', {})
  if (!row) return
  const { pack } = await deps.packs.of(scope, project.pack_id)
  const end = (outcome: ParseResult) => storeResult(deps, scope, order, pack, outcome)
  try {
    await end(await readFile(deps, scope, order, row, project, pack, signal))
  } catch (error) {
    if (error instanceof Quarantine) return await end({ status: 'quarantined', reason: error.message })
    if (error instanceof Unreadable) return await end({ status: 'rejected', reason: error.message })
    if (attempt > PARSE_RETRIES && !signal.aborted)
      await end({ status: 'rejected', reason: 'The file could not be parsed after several attempts.' })
    throw error
  }
}

async function readFile(
  deps: Reading,
  scope: Scope,
  order: ParseOrder,
  row: EvidenceRow,
  project: CountedProject,
  pack: Pack,
  signal: AbortSignal,
): Promise<ParseResult> {
  const asking = { tenant: scope.tenant, signal, mayWait: true }
  const folder = await freshFolder(row.id)
  try {
    const path = join(folder, 'file')
    await fetchFile(deps, row, path)
    const vocabulary = readVocabulary(pack.importers)
    const inspection = await deps.readers.inspect({ path, filename: row.filename, vocabulary }, asking)
    const kind = row.asked_kind ?? inspection.kind
    const parsing = await step(deps, scope, order, 'parsing', detected(row, inspection))
    if (!parsing) return { status: 'overtaken' }
    const pseudonymKey = project.keep_names ? null : project.pseudonym_key
    const { filename, mapping } = row
    const asked = { path, filename, kind, vocabulary, pseudonymKey, mapping: mapping ?? undefined }
    const parsed = await parseReporting(deps, scope, order, asked, asking)
    if (!parsed) return { status: 'overtaken' }
    const imported = await importContent(deps, scope, { ...parsing, kind }, pack, path, signal)
    await nameTypes(deps, scope, pack, kind, parsed)
    return { status: 'read', kind, parsed, imported, redacted: !project.keep_names }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Undefined if a newer parse was ordered or the project is gone. */
async function parseReporting(
  deps: Reading,
  scope: Scope,
  order: ParseOrder,
  asked: Parameters<EvidenceReaders['parse']>[0],
  asking: Asking & { signal: AbortSignal },
): Promise<Parsed | undefined> {
  const reporter = reportProgress(deps, scope, order)
  const signal = AbortSignal.any([asking.signal, reporter.signal])
  try {
    return await deps.readers.parse(asked, { ...asking, signal }, reporter.onProgress)
  } catch (error) {
    if (reporter.signal.aborted && !asking.signal.aborted) return undefined
    throw error
  } finally {
    await reporter.end()
  }
}

/** First removes the copy that a crashed process may have left for the same file. */
async function freshFolder(id: string): Promise<string> {
  const begin = `veritrace-evidence-${id}-`
  for (const name of await readdir(tmpdir()))
    if (name.startsWith(begin)) await rm(join(tmpdir(), name), { recursive: true, force: true })
  return mkdtemp(join(tmpdir(), begin))
}

/**
 * ABAP source uses `TYPE x` for a data element, a structure and a view alike, and `REF TO x` for a class, an interface and a
 * BAdI. In each group a name belongs to one object only, so a list that has the name also has its type. A name that no
 * list has and that has rows or fields somewhere in the sources is a table or a structure everywhere.
 */
async function nameTypes(
  { db, corpusSpace }: Casework,
  scope: Scope,
  pack: Pack,
  kind: EvidenceRow['kind'],
  { content }: Parsed,
): Promise<void> {
  if (kind !== 'abapgit_zip') return
  const open = content.references.filter(({ type }) => NAMED_ONCE.includes(type))
  const spaces = [corpusSpace, spaceOf(scope)]
  const known = await listKnownTypes(db, spaces, pack.ref.id, [...new Set(open.map(({ name }) => name))])
  const types = Map.groupBy(known, ({ key }) => key)
  // These have rows or fields elsewhere in the sources, so they are not data elements.
  const tables = new Set(open.filter(({ type }) => type === 'TABL').map(({ name }) => name))
  const isListed = new Set<number>()
  for (const [place, reference] of content.references.entries()) {
    if (!NAMED_ONCE.includes(reference.type)) continue
    const listed = (types.get(reference.name) ?? []).map(({ type }) => type)
    const fitting = NAMED_ONCE.filter((type) => listed.includes(type))
    if (fitting.length === 0 && DICTIONARY.includes(reference.type) && tables.has(reference.name))
      reference.type = 'TABL'
    else if (!fitting.includes(reference.type)) reference.type = fitting[0] ?? reference.type
    if (fitting.length > 0) isListed.add(place)
  }
  for (const [at, to] of content.uses.to.entries())
    if (isListed.has(to) && KIND_GUESSED.has(content.uses.basis[at]!)) content.uses.basis[at] = BASES.indexOf('list')
}
/** The name of such a use is certain, only the kind is a guess. */
const KIND_GUESSED = new Set([BASES.indexOf('elsewhere'), BASES.indexOf('pattern')])
const DICTIONARY = ['CDS_STOB', 'TABL', 'DTEL', 'TTYP']
const NAMED_ONCE = [...DICTIONARY, 'CLAS', 'INTF', 'BADI_DEF']

const detected = (row: EvidenceRow, { kind, confidence, alternatives, media_type }: Inspection) => ({
  kind: row.asked_kind ?? kind,
  media_type,
  detection: JSON.stringify({
    confidence: row.asked_kind && row.asked_kind !== kind ? 0 : confidence,
    alternatives: row.asked_kind && row.asked_kind !== kind ? [{ kind, confidence }, ...alternatives] : alternatives,
  }),
})

/** Downloads the file to disk, because archives are read from their end. */
async function fetchFile({ blobs }: Reading, { blob_key }: EvidenceRow, path: string): Promise<void> {
  const blob = await blobs.get(blob_key)
  if (!blob) throw new Unreadable('The uploaded file is no longer in storage.')
  await pipeline(blob.stream, createWriteStream(path))
}

/** Undefined if there is nothing left to do. */
const step = (
  { db }: Casework,
  scope: Scope,
  { id, reading }: ParseOrder,
  status: 'scanning' | 'parsing',
  fields: Partial<ReturnType<typeof detected>>,
): Promise<EvidenceRow | undefined> =>
  transact(db, async (tx) => {
    const row = await lockEvidence(tx, scope, id)
    if (!row || row.reading !== reading || !isOpen(row.status)) return undefined
    return updateEvidence(tx, scope, id, { ...fields, status })
  })
