// Everything that the decisions of a project are based on, in a zip that can be verified without us.
import { createHash } from 'node:crypto'
import type { Asset, assets } from '@veritrace/contract/casework/assets'
import type { Decision } from '@veritrace/contract/casework/decisions'
import type { Body } from '@veritrace/contract/endpoint'
import type { Caller } from '@veritrace/platform/caller'
import { redactPeople } from '../bundles/redact.ts'
import { listChain } from '../cases/record-store.ts'
import { findCase, listCasesOf } from '../cases/store.ts'
import type { CaseRow } from '../cases/tables.ts'
import { viewAuditEntry } from '../cases/view-records.ts'
import { listDecisions } from '../decisions/store.ts'
import { viewDecision } from '../decisions/view.ts'
import type { Casework } from '../deps.ts'
import { homesOf } from '../estate/homes.ts'
import type { EvidenceRow } from '../evidence/tables.ts'
import { scopeOf } from '../model/scope.ts'
import type { Scope } from '../model/space.ts'
import { getProject } from '../projects/get-project.ts'
import type { CountedProject } from '../projects/store.ts'
import { turtleOf } from './files/statements.ts'
import { type ZipFile, zipOf } from './files/zip.ts'
import { gatherFacts, type ReportFacts, type ReportPorts } from './report/gather.ts'
import { redactFacts } from './report/redact-facts.ts'
import { storeAsset } from './store-asset.ts'

type Asked = Body<typeof assets.evidenceExport>
const MAX_ROWS = 200

const VERIFY = `Each file of this archive is listed in manifest.json with its SHA-256:

    sha256sum <file>

audit.jsonl contains a hash chain for each case. prev_hash of an entry is the hash of the entry before it, so if a line
was changed or removed, every later line fails. manifest.json lists the last hash of each chain under chain_heads. To
verify a line, take its JSON without hash, add tenant_id and workspace_id from manifest.json, and set reason to null if
it is missing. Serialize this with the keys of every object sorted and without whitespace. The hash is "sha256:"
followed by the SHA-256 of these bytes (UTF-8) in hex.

Evidence files with the status quarantined were flagged as malicious. They are listed in evidence/index.json but not
included.
`
const VERIFY_REDACTED = `
This archive is redacted. The hashes in audit.jsonl are those of the original entries, which contain names. Evidence
files may contain names too, so they are only listed in evidence/index.json.
`

export async function exportEvidence(
  deps: Casework,
  ports: ReportPorts,
  caller: Caller,
  projectId: string,
  asked: Asked,
): Promise<Asset> {
  const scope = scopeOf(caller)
  const project = await getProject(deps.db, scope, projectId)
  const gathered = await gatherFacts(deps, ports, scope, project, { case_ids: asked.case_ids })
  const has = (part: Asked['include'][number]) => asked.include.includes(part)
  const { redact } = asked
  const facts = redact ? redactFacts(gathered) : gathered
  const cases = await casesOf(deps, scope, projectId, asked.case_ids)
  const audit = has('audit') ? await auditOf(deps, scope, cases, redact) : undefined
  const texts: Record<string, string> = {
    ...(has('evidence') && { 'evidence/index.json': json(facts.evidence.map((row) => sourceOf(row, redact))) }),
    ...(has('citations') && { 'citations.jsonl': lines(facts.readiness.citations) }),
    ...(has('statements') && { 'statements.trig': turtleOf(caller.tenant, facts) }),
    ...(has('decisions') && {
      'decisions.jsonl': lines(await decisionsOf(deps, scope, project, redact)),
    }),
    ...(audit && { 'audit.jsonl': lines(audit.entries) }),
    ...(has('attribution') && { 'ATTRIBUTION.md': attributionOf(facts) }),
    'verify.txt': redact ? VERIFY + VERIFY_REDACTED : VERIFY,
  }
  const uploads = has('evidence') && !redact ? facts.evidence.filter(({ status }) => status !== 'quarantined') : []
  const manifest = {
    project: { id: project.id, name: project.name },
    ...{ tenant_id: scope.tenant, workspace_id: scope.workspace },
    readiness_digest: facts.readiness.inputs.digest,
    chain_heads: audit?.heads ?? {},
    files: Object.fromEntries([
      ...Object.entries(texts).map(([name, text]) => [name, createHash('sha256').update(text).digest('hex')]),
      ...uploads.map(({ sha256 }) => [`evidence/${sha256}`, sha256]),
    ]),
  }
  return storeAsset(deps, caller, {
    projectId,
    ...{ kind: 'evidence_export', format: 'zip', title: `${project.name}: evidence`, filename: 'evidence.zip' },
    ...{ mediaType: 'application/zip', params: { ...asked } },
    bytes: zipOf(filesOf(deps, { ...texts, 'manifest.json': json(manifest) }, uploads)),
    source: { case_ids: cases.map(({ id }) => id), readiness_digest: facts.readiness.inputs.digest },
  })
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

const sourceOf = ({ id, filename, kind, status, sha256, bytes, uploaded_at }: EvidenceRow, redact: boolean) => ({
  ...{
    id,
    ...(!redact && { filename }),
    kind,
    status,
    sha256,
    bytes: Number(bytes),
    uploaded_at: uploaded_at.toISOString(),
  },
})

/** The requested cases, which belong to the project, or else all of its cases. */
async function casesOf(
  { db }: Casework,
  scope: Scope,
  projectId: string,
  named: readonly string[] | undefined,
): Promise<CaseRow[]> {
  if (!named) return listCasesOf(db, scope, projectId)
  const found = await Promise.all(named.map((id) => findCase(db, scope, id)))
  return [...new Map(found.flatMap((row) => (row ? [[row.id, row] as const] : []))).values()]
}

/** Uploads are named by their digests, because file names may contain anything. */
async function* filesOf(
  { blobs }: Casework,
  texts: Readonly<Record<string, string>>,
  uploads: readonly EvidenceRow[],
): AsyncGenerator<ZipFile> {
  for (const name of Object.keys(texts).toSorted()) yield { name, content: texts[name]! }
  for (const { sha256, blob_key } of uploads) {
    const blob = await blobs.get(blob_key)
    if (!blob) throw new Error(`The upload ${sha256} is not in the blob store.`)
    yield { name: `evidence/${sha256}`, content: blob.stream as AsyncIterable<Uint8Array> }
  }
}

/** Decisions of the project and of the whole workspace: both affect its ratings. */
async function decisionsOf({ db, clock, packs }: Casework, scope: Scope, project: CountedProject, redact: boolean) {
  const packId = project.pack_id
  const { pack } = await packs.of(scope, packId)
  const now = clock.now()
  const home = await homesOf(db, scope, [{ project_id: project.id }])
  const all: unknown[] = []
  let cursor = ''
  do {
    const page = await listDecisions(db, scope, { pack: packId, limit: MAX_ROWS, ...(cursor && { cursor }) }, now)
    for (const row of page.items) {
      if (row.project_id !== null && row.project_id !== project.id) continue
      const view = viewDecision(row, pack, home({ project_id: project.id }), now)
      all.push(redact ? withoutPeople(view) : view)
    }
    cursor = page.next
  } while (cursor)
  return all
}

/** Removes the author of a decision and the owner of an exemption. */
const withoutPeople = (view: Decision): Decision => ({
  ...view,
  by: 'redacted',
  value: { ...view.value, ...('owner' in view.value && { owner: 'redacted' }) },
})

async function auditOf({ db }: Casework, scope: Scope, cases: readonly CaseRow[], redact: boolean) {
  const entries: unknown[] = []
  const heads: Record<string, string> = {}
  for (const { id, audit_seq, audit_head } of cases) {
    for (let last = 0; last < audit_seq; ) {
      const part = await listChain(db, scope, id, last, MAX_ROWS)
      if (part.length === 0) break
      // Entries added after the case was read belong to the next export: the chain ends at the head in the manifest.
      const known = part.filter(({ seq }) => seq <= audit_seq)
      entries.push(...known.map((row) => ({ case_id: id, ...viewAuditEntry(row) })))
      last = part.at(-1)!.seq
    }
    heads[id] = audit_head
  }
  return { entries: redact ? redactPeople(entries) : entries, heads }
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
