// Everything that the decisions of a project rest on, in one zip that can be checked without us.
import { createHash } from 'node:crypto'
import type { Asset, assets } from '@veritrace/contract/casework/assets'
import type { Body } from '@veritrace/contract/endpoint'
import { notFound } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import { type Zippable, zipSync } from 'fflate'
import { readAudit } from '../cases/read-audit.ts'
import { findCase } from '../cases/store.ts'
import { listDecisions } from '../decisions/store.ts'
import { viewDecision } from '../decisions/view.ts'
import type { Casework } from '../deps.ts'
import { type Scope, scopeOf } from '../model/scope.ts'
import { getProject } from '../projects/get-project.ts'
import { turtleOf } from './files/statements.ts'
import { keepAsset } from './keep-asset.ts'
import { gatherFacts, type ReportDoors, type ReportFacts } from './report/gather.ts'

type Asked = Body<typeof assets.evidenceExport>
/** A zip remembers when its files were written; the same export is the same bytes. */
const THEN = new Date('2000-01-01T00:00:00Z')
const MOST_ROWS = 200
const LARGEST_FILE = 64 * 1024 * 1024

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
  const files: Record<string, Uint8Array> = {
    ...(has('evidence') && (await evidenceFiles(deps, facts))),
    ...(has('citations') && { 'citations.jsonl': lines(facts.readiness.citations) }),
    ...(has('statements') && { 'statements.trig': Buffer.from(turtleOf(caller.tenant, facts)) }),
    ...(has('decisions') && {
      'decisions.jsonl': lines(await decisionsOf(deps, scope, project.pack_id, asked.redact)),
    }),
    ...(audit && { 'audit.jsonl': lines(audit.entries) }),
    ...(has('attribution') && { 'ATTRIBUTION.md': Buffer.from(attributionOf(facts)) }),
    'verify.txt': Buffer.from(VERIFY),
  }
  const manifest = {
    project: { id: project.id, name: project.name },
    readiness_digest: facts.readiness.inputs.digest,
    chain_heads: audit?.heads ?? {},
    files: Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')]),
    ),
  }
  const zipped = zip({ ...files, 'manifest.json': Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) })
  return keepAsset(deps, caller, {
    projectId,
    ...{ kind: 'evidence_export', format: 'zip', title: `${project.name}: evidence`, filename: 'evidence.zip' },
    ...{ mediaType: 'application/zip', bytes: zipped, params: { ...asked } },
    source: { case_ids: asked.case_ids ?? [], readiness_digest: facts.readiness.inputs.digest },
  })
}

const lines = (rows: readonly unknown[]): Uint8Array =>
  Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))

function zip(files: Record<string, Uint8Array>): Uint8Array {
  const entries: Zippable = {}
  for (const name of Object.keys(files).toSorted()) entries[name] = [files[name]!, { mtime: THEN, level: 6 }]
  return zipSync(entries)
}

/** Under their digests: names of uploads may hold anything. Very large ones are named in the manifest of sources only. */
async function evidenceFiles({ blobs }: Casework, { evidence }: ReportFacts): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {
    'evidence/index.json': Buffer.from(
      `${JSON.stringify(
        evidence.map(({ id, filename, kind, sha256, bytes, uploaded_at }) => ({
          ...{ id, filename, kind, sha256, bytes: Number(bytes), uploaded_at: uploaded_at.toISOString() },
          included: Number(bytes) <= LARGEST_FILE,
        })),
        null,
        2,
      )}\n`,
    ),
  }
  for (const { sha256, bytes, blob_key } of evidence) {
    if (Number(bytes) > LARGEST_FILE) continue
    const blob = await blobs.get(blob_key)
    if (blob)
      files[`evidence/${sha256}`] = Buffer.concat(await Array.fromAsync(blob.stream as AsyncIterable<Uint8Array>))
  }
  return files
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
    const theCase = (await findCase(db, scope, id)) ?? notFound('case', id)
    let cursor = ''
    do {
      const page = await readAudit(db, scope, theCase, { limit: MOST_ROWS, ...(cursor && { cursor }) })
      entries.push(...page.items.map((entry) => ({ case_id: id, ...entry })))
      heads[id] = page.chain.head
      cursor = page.next
    } while (cursor)
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
