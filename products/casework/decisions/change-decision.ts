// Decisions made outside a case: overlays, renewals and revocations. Each is audited and raises the decisions revision,
// on which cached answers depend.

import type { Decision, decisions } from '@veritrace/contract/casework/decisions'
import type { Body } from '@veritrace/contract/endpoint'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import { insertDecisions } from '../cases/decision-store.ts'
import type { Casework } from '../deps.ts'
import { homesOf } from '../estate/homes.ts'
import { homeOf, type Named } from '../model/artifacts.ts'
import { scopeOf } from '../model/scope.ts'
import type { Scope } from '../model/space.ts'
import type { DecisionRow } from '../model/tables.ts'
import type { ActivePack } from '../packs/packs.ts'
import { catalogOf } from '../rating/lists.ts'
import { findNamed } from '../resolve/near-store.ts'
import type { Tables } from '../tables.ts'
import { findOverlay, lockDecision, lockOverlays, updateDecision } from './store.ts'
import { viewDecision } from './view.ts'

/** The kinds that can expire, so their expiry date can be changed. */
const RENEWABLE: readonly DecisionRow['kind'][] = ['exemption', 'overlay']

export async function addOverlay(
  deps: Casework,
  caller: Caller,
  input: Body<typeof decisions.overlay>,
): Promise<Decision> {
  const { db, clock } = deps
  const scope = scopeOf(caller)
  const active = await deps.packs.of(scope, input.pack)
  const { pack } = active
  if (!pack.scheme.codes.includes(input.level))
    fail('unacceptable', `The level must be one of ${pack.scheme.codes.join(', ')}.`)
  const now = clock.now()
  const expires_at = input.expires_at ? futureDate(input.expires_at, now) : null
  const { type, name } = await asListed(deps, scope, active, { type: input.type.trim(), name: input.name.trim() })
  const row: DecisionRow = {
    id: newId('dec'),
    tenant_id: scope.tenant,
    workspace_id: scope.workspace,
    pack_id: pack.ref.id,
    kind: 'overlay',
    type,
    key: name,
    project_id: null,
    case_id: null,
    value: { level: input.level },
    rationale: input.rationale,
    reviewed: false,
    by_id: caller.actor.id,
    by_name: caller.actor.label,
    at: now,
    expires_at,
    revoked_at: null,
  }
  return transact(db, async (tx) => {
    await insertOverlay(deps, tx, caller, row)
    return viewDecision(row, pack, homeOf(scope.tenant), now)
  })
}

/** Revokes the previous overlay, which would otherwise apply again when this one ends. */
async function insertOverlay({ events }: Casework, tx: Db<Tables>, caller: Caller, row: DecisionRow): Promise<void> {
  const scope = scopeOf(caller)
  await lockOverlays(tx, scope)
  const before = await findOverlay(tx, scope, row, row.at)
  if (before) await updateDecision(tx, scope, before.id, { revoked_at: row.at }, row.at)
  await insertDecisions(tx, scope, [{ ...row, value: JSON.stringify(row.value) }])
  if (before)
    await events.record(tx, caller, {
      action: 'decision.revoke',
      resource: asResource(before),
      data: { replaced_by: row.id },
    })
  await events.record(tx, caller, {
    action: 'decision.overlay',
    resource: asResource(row),
    data: { level: row.value.level },
  })
}

/** The spelling that the lists use, if it differs: a decision on another spelling would match nothing. */
async function asListed(deps: Casework, scope: Scope, active: ActivePack, asked: Named): Promise<Named> {
  const { byEntry } = await catalogOf(deps, scope, active)
  const found = await findNamed(deps.db, [...byEntry.keys()], [asked.name.toLowerCase()], MAX_SPELLINGS)
  const fitting = found.filter(({ type }) => type.toLowerCase() === asked.type.toLowerCase())
  const isWritten = fitting.some(({ type, name }) => type === asked.type && name === asked.name)
  return isWritten ? asked : (fitting[0] ?? asked)
}
const MAX_SPELLINGS = 50

export async function renewDecision(
  { db, clock, events, packs }: Casework,
  caller: Caller,
  id: string,
  input: Body<typeof decisions.renew>,
): Promise<Decision> {
  const scope = scopeOf(caller)
  const now = clock.now()
  const expires_at = futureDate(input.expires_at, now)
  const [row, renewed] = await transact(db, async (tx) => {
    await lockOverlays(tx, scope)
    const found = (await lockDecision(tx, scope, id)) ?? notFound('decision', id)
    if (found.revoked_at) notFound('decision', id)
    if (!RENEWABLE.includes(found.kind)) fail('unacceptable', `A decision of the kind ${found.kind} does not expire.`)
    const newer = found.kind === 'overlay' ? await findOverlay(tx, scope, found, now) : undefined
    if (newer && newer.id !== found.id)
      fail('unacceptable', `A newer overlay of ${found.type}:${found.key} is in force.`)
    await updateDecision(tx, scope, id, { expires_at, rationale: input.rationale }, clock.now())
    const changes = [{ field: 'expires_at', from: found.expires_at?.toISOString() ?? null, to: input.expires_at }]
    await events.record(tx, caller, {
      action: 'decision.renew',
      resource: asResource(found),
      changes,
      reason: input.rationale,
    })
    return [found, { ...found, expires_at, rationale: input.rationale }] as const
  })
  const { pack } = await packs.of(scope, row.pack_id)
  const home = await homesOf(db, scope, [row])
  return viewDecision(renewed, pack, home(row), now)
}

export async function revokeDecision({ db, clock, events }: Casework, caller: Caller, id: string): Promise<void> {
  const scope = scopeOf(caller)
  await transact(db, async (tx) => {
    const found = (await lockDecision(tx, scope, id)) ?? notFound('decision', id)
    if (found.revoked_at) notFound('decision', id)
    await updateDecision(tx, scope, id, { revoked_at: clock.now() }, clock.now())
    await events.record(tx, caller, { action: 'decision.revoke', resource: asResource(found) })
  })
}

function futureDate(end: string, now: Date): Date {
  const date = new Date(end)
  return date > now ? date : fail('unacceptable', 'The expiry date must be in the future.')
}

const asResource = ({ id, type, key }: DecisionRow) => ({ type: 'decision', id, label: `${type}:${key}` })
