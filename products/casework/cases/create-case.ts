// Opens a case. Its scope is looked up and measured immediately, so that no one can open a case with an empty scope.

import type { Case, NewCase } from '@veritrace/contract/casework/cases'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import type { Insertable } from 'kysely'
import type { Casework } from '../deps.ts'
import { actorOf } from '../model/actors.ts'
import { counted } from '../model/counted.ts'
import { scopeOf } from '../model/scope.ts'
import type { Scope } from '../model/space.ts'
import { type ActivePack, targetOf } from '../packs/packs.ts'
import { findVersion } from '../planning/store.ts'
import { getActiveProject, lockActiveProject } from '../projects/get-project.ts'
import type { Tables } from '../tables.ts'
import { GENESIS } from './chain.ts'
import { findSeen } from './list-store.ts'
import { readCaseScope, scopeDigest } from './read-case-scope.ts'
import { aboutCase, type CaseNews, recordCase } from './record.ts'
import { prefixOf } from './rules.ts'
import { insertCase, isGeneration, listFilesThere, takeNumber } from './store.ts'
import { openPinned, type Pinned, viewCase } from './view.ts'

export async function createCase(deps: Casework, caller: Caller, wanted: NewCase): Promise<Case> {
  const scope = scopeOf(caller)
  const project =
    wanted.project_id === undefined ? undefined : await getActiveProject(deps.db, scope, wanted.project_id)
  const active = await deps.packs.of(scope, wanted.pack ?? project?.pack_id)
  const own = project?.pack_id === active.pack.ref.id ? project.default_target : undefined
  const about = {
    ...{ project_id: project?.id ?? null, pack_id: active.pack.ref.id, pack_version: active.pack.ref.version },
    target: targetOf(active, wanted.target ?? own).profile_id,
    ...{ artifact_ids: wanted.scope.artifact_ids ?? [], selector: wanted.scope.selector ?? null },
  }
  const { subject, rollup } = await readCaseScope(deps, scope, about)
  await requireFiles(deps.db, scope, about.project_id, wanted.evidence_ids ?? [])
  await requireOrigin(deps.db, scope, active, wanted.from ?? {})
  const pinned = await openPinned(deps, scope, active)
  const row = {
    ...about,
    pack_digest: active.pack.ref.digest,
    type_id: typeOf(active, wanted.type_id),
    title: wanted.title.trim(),
    question_md: wanted.question_md ?? '',
    priority: wanted.priority ?? ('normal' as const),
    owner: JSON.stringify(actorOf(caller)),
    selector: about.selector && JSON.stringify(about.selector),
    resolved_count: subject.objects.length,
    scope_digest: scopeDigest(wanted.scope),
    evidence_ids: wanted.evidence_ids ?? [],
    tags: wanted.tags ?? [],
    due_at: wanted.due_at ? new Date(wanted.due_at) : null,
    rollup: JSON.stringify(rollup),
    origin: wanted.from ? JSON.stringify(wanted.from) : null,
  }
  return transact(deps.db, async (tx) => {
    const id = await openCase(deps, tx, caller, row)
    return viewCase((await findSeen(tx, scope, pinned.fresh, id))!, pinned)
  })
}

type NewRow = Omit<
  Insertable<Tables['casework.cases']>,
  | 'id'
  | 'key'
  | 'tenant_id'
  | 'workspace_id'
  | 'customer_id'
  | 'status'
  | 'audit_head'
  | 'participants'
  | 'created_by'
  | 'created_at'
  | 'updated_at'
>

/** Assigns the next number and records the first event. */
export async function openCase(
  deps: Pick<Casework, 'clock' | 'events'>,
  tx: Db<Tables>,
  caller: Caller,
  row: NewRow,
  news: Partial<CaseNews> = {},
): Promise<string> {
  const { tenant, workspace } = scopeOf(caller)
  // Deleting the project lists its open cases under the same lock.
  if (row.project_id) await lockActiveProject(tx, { tenant, workspace }, row.project_id)
  const now = deps.clock.now()
  const prefix = prefixOf(row.pack_id)
  const opened = {
    id: newId('cas'),
    key: `${prefix}-${await takeNumber(tx, { tenant, workspace }, prefix)}`,
    title: row.title,
    tenant_id: tenant,
    workspace_id: workspace,
  }
  await insertCase(tx, {
    ...row,
    ...opened,
    customer_id: caller.customer,
    status: 'open',
    participants: '[]',
    audit_head: GENESIS,
    created_by: JSON.stringify(actorOf(caller)),
    ...{ created_at: now, updated_at: now },
  })
  const { artifact_ids, selector, target, project_id } = row
  await recordCase(deps, tx, caller, opened, {
    type: 'case.created',
    subject: aboutCase(opened),
    message: `${opened.key} was opened with ${counted(row.resolved_count, 'object')} for ${target}.`,
    data: { target, project_id, resolved_count: row.resolved_count },
    audit: { action: 'case.create', after: { title: row.title, artifact_ids, selector, target, project_id } },
    ...news,
  })
  return opened.id
}

const typeOf = ({ pack }: ActivePack, wanted: string | undefined): string => {
  const found = wanted === undefined ? pack.caseTypes[0] : pack.caseTypes.find(({ id }) => id === wanted)
  if (!found && wanted !== undefined) fail('unknown_case_type', `${pack.title} has no case type “${wanted}”.`)
  return found?.id ?? 'case'
}

/** Requires files of the project; 404 for any other. */
export async function requireFiles(
  db: Db<Tables>,
  scope: Scope,
  projectId: string | null,
  ids: readonly string[],
): Promise<void> {
  const found = new Set(projectId === null ? [] : await listFilesThere(db, scope, projectId, ids))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) notFound('evidence', missing)
}

/** The origin must exist in this workspace. Resolutions are not stored, so only the form of their id is checked. */
async function requireOrigin(
  db: Db<Tables>,
  scope: Scope,
  { pack }: ActivePack,
  { generation_id, plan_version_id, control_id, resolution_id }: NonNullable<NewCase['from']>,
): Promise<void> {
  if (generation_id !== undefined && !(await isGeneration(db, scope, generation_id)))
    notFound('generation', generation_id)
  if (plan_version_id !== undefined && !(await findVersion(db, scope, plan_version_id)))
    notFound('plan_version', plan_version_id)
  if (control_id !== undefined && !pack.controls.some(({ id }) => id === control_id))
    wrongOrigin('control_id', `is not a control of ${pack.title}`)
  if (resolution_id !== undefined && !RESOLUTION.test(resolution_id))
    wrongOrigin('resolution_id', 'is not the id of a resolution')
}

const RESOLUTION = /^res_[0-9a-z]{8,60}$/
const wrongOrigin = (field: string, message: string): never =>
  fail('unacceptable', `from.${field} ${message}.`, { errors: [{ path: `from.${field}`, message }] })

/** One case as the API shows it. */
export async function showCase(db: Db<Tables>, scope: Scope, pinned: Pinned, id: string): Promise<Case> {
  return viewCase((await findSeen(db, scope, pinned.fresh, id)) ?? notFound('case', id), pinned)
}
