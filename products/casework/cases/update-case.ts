// Changes a case. After a change of scope or target, existing results remain and are marked stale.
import type { CaseScope } from '@veritrace/contract/casework/case-scope'
import type { Case, CasePatch } from '@veritrace/contract/casework/cases'
import type { CaseRole } from '@veritrace/contract/casework/roles'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { AppError, fail, forbiddenTransition, staleVersion } from '@veritrace/platform/errors'
import { mergePatch } from '@veritrace/platform/merge-patch'
import type { Updateable } from 'kysely'
import type { Casework } from '../deps.ts'
import { actorOf } from '../model/actors.ts'
import { inWords } from '../model/in-words.ts'
import { requirePeople } from '../model/require-people.ts'
import { scopeOf } from '../model/scope.ts'
import type { Scope } from '../model/space.ts'
import { targetOf } from '../packs/packs.ts'
import { lockActiveProject } from '../projects/get-project.ts'
import type { Tables } from '../tables.ts'
import { requireFiles, showCase } from './create-case.ts'
import { getCase, getLockedCase } from './get-case.ts'
import { readCaseScope, scopeDigest } from './read-case-scope.ts'
import { aboutCase, type CaseNews, recordCase } from './record.ts'
import { allowedFrom, askedMove, missingFor, moveFrom } from './rules.ts'
import { updateCaseRow } from './store.ts'
import type { CaseRow, Closed } from './tables.ts'
import { openPinned } from './view.ts'

export interface CasePorts {
  roleOf(caller: Caller): Promise<CaseRole>
}
type Fields = Updateable<Tables['casework.cases']>

export async function updateCase(
  deps: Casework,
  ports: CasePorts,
  caller: Caller,
  id: string,
  patch: CasePatch,
  ifVersion: number | undefined,
): Promise<Case> {
  const scope = scopeOf(caller)
  return retryOnConflict(async () => {
    const before = await getCase(deps.db, scope, id)
    if (askedMove(patch)) await requireArchitect(ports, caller)
    const named = await withPeople(deps, caller, before, patch)
    const measured = await measureAgain(deps, scope, before, named)
    const pinned = await openPinned(deps, scope)
    return transact(deps.db, async (tx) => {
      if (askedMove(patch) === 'reopen' && before.project_id !== null)
        await lockActiveProject(tx, scope, before.project_id)
      await applyPatch(deps, tx, caller, before, named, measured, ifVersion)
      return showCase(tx, scope, pinned, before.id)
    })
  })
}

/** The patch with the owner's name filled in; 422 for people who are not members of the tenant. */
async function withPeople(
  deps: Pick<Casework, 'db'>,
  caller: Caller,
  theCase: CaseRow,
  patch: CasePatch,
): Promise<CasePatch> {
  const { owner, participants = [] } = patch
  const named = [
    ...(owner?.id === undefined ? [] : [{ path: 'owner.id', word: owner.id }]),
    ...participants.map(({ id }, at) => ({ path: `participants.${at}.id`, word: id })),
  ]
  const known = new Set([theCase.owner, theCase.created_by, ...theCase.participants].map(({ id }) => id))
  const found = await requirePeople(deps.db, caller, named, known)
  const name = owner?.name ?? found.find(({ id }) => id === owner?.id)?.name
  return owner && name !== undefined ? { ...patch, owner: { ...owner, name } } : patch
}

/** Runs in the caller's transaction; `measured` is what `measureAgain` returned for `before`. */
export async function applyPatch(
  deps: Pick<Casework, 'clock' | 'events'>,
  tx: Db<Tables>,
  caller: Caller,
  before: CaseRow,
  patch: CasePatch,
  measured: Fields,
  ifVersion?: number,
): Promise<void> {
  const scope = scopeOf(caller)
  const theCase = await getLockedCase(tx, scope, before.id)
  if (ifVersion !== undefined && ifVersion !== theCase.version) staleVersion('case', theCase.version)
  if (patchesAbout(patch) && !isSameAbout(before, theCase)) throw new ScopeConflict()
  const missing = missingFor(theCase.status, patch)
  if (missing) fail('unacceptable', `\`${missing.path}\` ${missing.message}.`, { errors: [missing] })
  const move = askedMove(patch)
  const status = move && (moveFrom(theCase.status, move) ?? refuse(theCase, patch.status!))
  const fields: Fields = { ...fieldsOf(theCase, patch), ...measured, ...movedFields(deps, caller, patch, status) }
  await updateCaseRow(tx, scope, theCase.id, { ...fields, updated_at: deps.clock.now() })
  await recordCase(deps, tx, caller, theCase, newsOf(theCase, patch, fields))
}

const refuse = ({ status }: CaseRow, to: string): never => forbiddenTransition('case', status, to, allowedFrom(status))

async function requireArchitect({ roleOf }: CasePorts, caller: Caller): Promise<void> {
  const role = await roleOf(caller)
  if (role !== 'architect' && role !== 'admin')
    fail('role_required', `Closing or reopening a case requires the architect role. Your role is ${role}.`, {
      required_role: ['architect', 'admin'],
    })
}

/** The fields that a new scope or target changes; 422 if the new scope is empty. */
export async function measureAgain(deps: Casework, scope: Scope, theCase: CaseRow, patch: CasePatch): Promise<Fields> {
  await requireFiles(deps.db, scope, theCase.project_id, patch.evidence_ids ?? [])
  if (!patchesAbout(patch)) return {}
  const active = await deps.packs.pinned(scope, { id: theCase.pack_id, version: theCase.pack_version })
  const target = targetOf(active, patch.target ?? theCase.target).profile_id
  const known = { artifact_ids: theCase.artifact_ids, ...(theCase.selector && { selector: theCase.selector }) }
  const { artifact_ids = [], selector = null } = mergePatch<CaseScope>(known, patch.scope ?? {})
  const { subject, rollup } = await readCaseScope(deps, scope, { ...theCase, target, artifact_ids, selector })
  return {
    target,
    artifact_ids,
    selector: selector && JSON.stringify(selector),
    scope_digest: scopeDigest({ artifact_ids, ...(selector && { selector }) }),
    resolved_count: subject.objects.length,
    rollup: JSON.stringify(rollup),
  }
}

const patchesAbout = ({ scope, target }: CasePatch): boolean => scope !== undefined || target !== undefined

const isSameAbout = (one: CaseRow, other: CaseRow): boolean =>
  one.target === other.target && one.scope_digest === other.scope_digest

/** Another request changed scope or target after they were read, so the measured values no longer apply. */
class ScopeConflict extends AppError {
  constructor() {
    super('unavailable', 'Someone else is changing the scope or target of this case.', {}, { 'retry-after': '1' })
  }
}

/** Repeats the work if a concurrent change of the same case was committed first. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let left = MAX_TRIES; ; left--)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ScopeConflict) || left === 1) throw error
    }
}
const MAX_TRIES = 10

function fieldsOf(
  known: CaseRow,
  { title, question_md, priority, tags, due_at, evidence_ids, owner, participants }: CasePatch,
): Fields {
  return {
    ...(title !== undefined && { title: title.trim() }),
    ...(question_md !== undefined && { question_md }),
    ...(priority !== undefined && { priority }),
    ...(tags !== undefined && { tags }),
    ...(due_at !== undefined && { due_at: due_at === null ? null : new Date(due_at) }),
    ...(evidence_ids !== undefined && { evidence_ids }),
    ...(owner !== undefined && { owner: JSON.stringify({ ...known.owner, ...owner }) }),
    ...(participants !== undefined && { participants: JSON.stringify(participants) }),
  }
}

function movedFields(
  { clock }: Pick<Casework, 'clock'>,
  caller: Caller,
  patch: CasePatch,
  status: CaseRow['status'] | undefined,
): Fields {
  if (status === undefined) return {}
  if (status !== 'closed') return { status, closed: null }
  const closed: Closed = {
    at: clock.now().toISOString(),
    by: actorOf(caller),
    outcome: patch.outcome!,
    note: patch.note ?? '',
  }
  return { status, closed: JSON.stringify(closed) }
}

function newsOf(theCase: CaseRow, patch: CasePatch, fields: Fields): CaseNews {
  const names = Object.keys(patch) as (keyof CasePatch)[]
  const before = Object.fromEntries(Object.keys(fields).map((name) => [name, theCase[name as keyof CaseRow]]))
  const event = { subject: aboutCase(theCase), data: { fields: names } }
  const audit = { action: 'case.update', before, after: fields } as const
  if (patch.status === 'closed')
    return {
      ...{ type: 'case.closed', ...event },
      message: `${theCase.key} was closed: ${inWords(patch.outcome!)}.`,
      audit: { ...audit, action: 'case.close', reason: patch.note ?? patch.outcome! },
    }
  if (patch.status === 'open')
    return {
      ...{ type: 'case.reopened', ...event },
      message: `${theCase.key} was reopened: ${patch.reason}`,
      audit: { ...audit, action: 'case.reopen', reason: patch.reason! },
    }
  const isAttaching = names.length === 1 && patch.evidence_ids !== undefined
  return {
    ...{ type: isAttaching ? 'evidence.attached' : 'case.updated', ...event },
    message: `The ${LIST.format(names.map(partOf))} of ${theCase.key} changed.`,
    audit,
  }
}

const LIST = new Intl.ListFormat('en')
const PARTS: Partial<Record<keyof CasePatch, string>> = {
  question_md: 'question',
  due_at: 'due date',
  evidence_ids: 'evidence',
}
const partOf = (name: keyof CasePatch): string => PARTS[name] ?? name
