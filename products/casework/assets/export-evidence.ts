// Everything that the decisions of a project rest on, in one zip that can be checked without us.
import { createHash } from 'node:crypto'
import type { Asset, assets } from '@veritrace/contract/casework/assets'
import type { Body } from '@veritrace/contract/endpoint'
import { notFound } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import { listChain } from '../cases/record-store.ts'
import { findCase } from '../cases/store.ts'
import { viewAuditEntry } from '../cases/view-records.ts'
import { listDecisions } from '../decisions/store.ts'
import { viewDecision } from '../decisions/view.ts'
import type { Casework } from '../deps.ts'
import type { EvidenceRow } from '../evidence/tables.ts'
import { type Scope, scopeOf } from '../model/scope.ts'
import { getProject } from '../projects/get-project.ts'
import { turtleOf } from './files/statements.ts'
import { type ZipFile, zipOf } from './files/zip.ts'
import { keepAsset } from './keep-asset.ts'
import { gatherFacts, type ReportDoors, type ReportFacts } from './report/gather.ts'

type Asked = Body<typeof assets.evidenceExport>
const MOST_ROWS = 200

const VERIFY = `Each file of this archive is listed in manifest.json with its SHA-256:

    sha256sum <file>

audit.jsonl is a chain: the hash of an entry is the SHA-256 of its content with the hash of the entry before it, so that a
line that was changed or taken out breaks every line after it. manifest.json names the last hash of each chain.
`

export async function exportEvidence(
  deps: Casework,
  doors: ReportDoors,
  caller: Caller,
  projectId: string,
  asked: Asked,
): Promise<Asset> {
  const scope = scopeOf(caller)
  const project = await getProject(deps.db, scope, projectId)
  const facts = await gatherFacts(deps, doors, scope, project, { case_ids: asked.case_ids })
  const has = (part: Asked['include'][number]) => asked.include.includes(part)
  const audit = has('audit') ? await auditOf(deps, scope, asked.case_ids ?? []) : undefined
  const texts: Record<string, string> = {
    ...(has('evidence') && { 'evidence/index.json': json(facts.evidence.map(sourceOf)) }),
    ...(has('citations') && { 'citations.jsonl': lines(facts.readiness.citations) }),
    ...(has('statements') && { 'statements.trig': turtleOf(caller.tenant, facts) }),
    ...(has('decisions') && {
      'decisions.jsonl': lines(await decisionsOf(deps, scope, project.pack_id, asked.redact)),
    }),
    ...(audit && { 'audit.jsonl': lines(audit.entries) }),
    ...(has('attribution') && { 'ATTRIBUTION.md': attributionOf(facts) }),
    'verify.txt': VERIFY,
  }
  const uploads = has('evidence') ? facts.evidence : []
  const manifest = {
    project: { id: project.id, name: project.name },
    readiness_digest: facts.readiness.inputs.digest,
    chain_heads: audit?.heads ?? {},
    files: Object.fromEntries([
      ...Object.entries(texts).map(([name, text]) => [name, createHash('sha256').update(text).digest('hex')]),
      ...uploads.map(({ sha256 }) => [`evidence/${sha256}`, sha256]),
    ]),
  }
  return keepAsset(deps, caller, {
    projectId,
    ...{ kind: 'evidence_export', format: 'zip', title: `${project.name}: evidence`, filename: 'evidence.zip' },
    ...{ mediaType: 'application/zip', params: { ...asked } },
    bytes: zipOf(filesOf(deps, { ...texts, 'manifest.json': json(manifest) }, uploads)),
    source: { case_ids: asked.case_ids ?? [], readiness_digest: facts.readiness.inputs.digest },
  })
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

const sourceOf = ({ id, filename, kind, sha256, bytes, uploaded_at }: EvidenceRow) => ({
  ...{ id, filename, kind, sha256, bytes: Number(bytes), uploaded_at: uploaded_at.toISOString() },
})

/** Uploads stand under their digests: their names may hold anything. */
async function* filesOf(
  { blobs }: Casework,
  texts: Readonly<Record<string, string>>,
  uploads: readonly EvidenceRow[],
): AsyncGenerator<ZipFile> {
  for (const name of Object.keys(texts).toSorted()) yield { name, content: texts[name]! }
  for (const { sha256, blob_key } of uploads) {
    const blob = await blobs.get(blob_key)
    if (!blob) throw new Error(`The upload ${sha256} is not in the store.`)
    yield { name: `evidence/${sha256}`, content: blob.stream as AsyncIterable<Uint8Array> }
  }
}

async function decisionsOf({ db, clock, packs }: Casework, scope: Scope, packId: string, redact: boolean) {
  const { pack } = await packs.of(scope, packId)
  const now = clock.now()
  const all: unknown[] = []
  let cursor = ''
  do {
    const page = await listDecisions(db, scope, { pack: packId, limit: MOST_ROWS, ...(cursor && { cursor }) }, now)
    for (const row of page.items) {
      const view = viewDecision(row, pack.naming, now)
      all.push(redact ? { ...view, by: 'redacted' } : view)
    }
    cursor = page.next
  } while (cursor)
  return all
}

async function auditOf({ db }: Casework, scope: Scope, caseIds: readonly string[]) {
  const entries: unknown[] = []
  const heads: Record<string, string> = {}
  for (const id of caseIds) {
    const { audit_seq, audit_head } = (await findCase(db, scope, id)) ?? notFound('case', id)
    for (let last = 0; last < audit_seq; ) {
      const part = await listChain(db, scope, id, last, MOST_ROWS)
      if (part.length === 0) break
      entries.push(...part.map((row) => ({ case_id: id, ...viewAuditEntry(row) })))
      last = part.at(-1)!.seq
    }
    heads[id] = audit_head
  }
  return { entries, heads }
}

const attributionOf = ({ entries }: ReportFacts): string =>
  [
    '# Attribution',
    ...entries.map(
      (e) => `- ${e.title} ${e.version_label}: ${e.license.attribution}, ${e.license.spdx}, ${e.license.url}`,
    ),
  ]
    .join('\n')
    .concat('\n')
