// Reads a file that was handed over: looks for harm, finds what it is, reads it in a thread, and writes what it says in one
// transaction. After a crash it begins again; a reading that another has overtaken writes nothing.
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
import { type CountedProject, findProject } from '../projects/store.ts'
import { endReading, type Outcome } from './end-reading.ts'
import { keepElsewhere } from './keep-elsewhere.ts'
import type { ParseOrder } from './parse-order.ts'
import { Quarantine, Unreadable } from './reading/failures.ts'
import type { Inspection } from './reading/inspect.ts'
import type { Parsed } from './reading/parsed.ts'
import type { EvidenceReaders } from './reading/readers.ts'
import { readVocabulary } from './reading/vocabulary.ts'
import { isOpen } from './rules.ts'
import { findEvidence, listKnownTypes, lockEvidence, updateEvidence } from './store.ts'
import type { EvidenceRow } from './tables.ts'
import { tellProgress } from './tell-progress.ts'

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
  // Should it come back, its file is ordered again.
  if (!project || project.deleted_at) return
  const row = await step(deps, scope, order, 'scanning', {})
  if (!row) return
  const { pack } = await deps.packs.of(scope, project.pack_id)
  const end = (outcome: Outcome) => endReading(deps, scope, order, pack, outcome)
  try {
    await end(await readFile(deps, scope, order, row, project, pack, signal))
  } catch (error) {
    if (error instanceof Quarantine) return await end({ status: 'quarantined', reason: error.message })
    if (error instanceof Unreadable) return await end({ status: 'rejected', reason: error.message })
    if (attempt > PARSE_RETRIES && !signal.aborted)
      await end({ status: 'rejected', reason: 'It could not be read to its end.' })
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
): Promise<Outcome> {
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
    const parsed = await readTelling(deps, scope, order, asked, asking)
    if (!parsed) return { status: 'overtaken' }
    const elsewhere = await keepElsewhere(deps, scope, { ...parsing, kind }, pack, path, signal)
    await nameTypes(deps, scope, pack, kind, parsed)
    return { status: 'read', kind, parsed, elsewhere, redacted: !project.keep_names }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Undefined when somebody has ordered it anew, or its project is gone: nobody waits for what this reading would say. */
async function readTelling(
  deps: Reading,
  scope: Scope,
  order: ParseOrder,
  asked: Parameters<EvidenceReaders['parse']>[0],
  asking: Asking & { signal: AbortSignal },
): Promise<Parsed | undefined> {
  const telling = tellProgress(deps, scope, order)
  const signal = AbortSignal.any([asking.signal, telling.signal])
  try {
    return await deps.readers.parse(asked, { ...asking, signal }, telling.hear)
  } catch (error) {
    if (telling.signal.aborted && !asking.signal.aborted) return undefined
    throw error
  } finally {
    await telling.end()
  }
}

/** A process that died while it read the same file has left its copy. */
async function freshFolder(id: string): Promise<string> {
  const begin = `veritrace-evidence-${id}-`
  for (const name of await readdir(tmpdir()))
    if (name.startsWith(begin)) await rm(join(tmpdir(), name), { recursive: true, force: true })
  return mkdtemp(join(tmpdir(), begin))
}

/**
 * A source says `TYPE x` of a data element, a structure and a view alike, and `REF TO x` of a class, an interface and a BAdI.
 * Of these one name means one object, so if a list knows the name, it knows the type. A name that no list knows and
 * that has rows or fields somewhere in the sources is a table or a structure everywhere.
 */
async function nameTypes(
  { db, corpusSpace }: Casework,
  scope: Scope,
  pack: Pack,
  kind: EvidenceRow['kind'],
  { said }: Parsed,
): Promise<void> {
  if (kind !== 'abapgit_zip') return
  const open = said.references.filter(({ type }) => NAMED_ONCE.includes(type))
  const spaces = [corpusSpace, spaceOf(scope)]
  const known = await listKnownTypes(db, spaces, pack.ref.id, [...new Set(open.map(({ name }) => name))])
  const types = Map.groupBy(known, ({ key }) => key)
  // Elsewhere in the sources it has rows or fields, so it is no data element.
  const tables = new Set(open.filter(({ type }) => type === 'TABL').map(({ name }) => name))
  const isListed = new Set<number>()
  for (const [place, reference] of said.references.entries()) {
    if (!NAMED_ONCE.includes(reference.type)) continue
    const listed = (types.get(reference.name) ?? []).map(({ type }) => type)
    const fitting = NAMED_ONCE.filter((type) => listed.includes(type))
    if (fitting.length === 0 && DICTIONARY.includes(reference.type) && tables.has(reference.name))
      reference.type = 'TABL'
    else if (!fitting.includes(reference.type)) reference.type = fitting[0] ?? reference.type
    if (fitting.length > 0) isListed.add(place)
  }
  for (const [at, to] of said.uses.to.entries())
    if (isListed.has(to) && KIND_GUESSED.has(said.uses.basis[at]!)) said.uses.basis[at] = BASES.indexOf('list')
}
/** Of these the name is sure, and only the kind is not. */
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

/** Into a folder of its own: archives are read from their end. */
async function fetchFile({ blobs }: Reading, { blob_key }: EvidenceRow, path: string): Promise<void> {
  const blob = await blobs.get(blob_key)
  if (!blob) throw new Unreadable('The file is not there any more.')
  await pipeline(blob.stream, createWriteStream(path))
}

/** Undefined where there is nothing left to do. */
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
