// Changes the version or the options of a pack. The effect on ratings is computed first, and can be previewed.
import type { PackEffect, PackPatch } from '@veritrace/contract/casework/packs'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { changesOf } from '@veritrace/platform/events/changes'
import { mergePatch } from '@veritrace/platform/merge-patch'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import type { Scope } from '../model/space.ts'
import { compareRatings, type RateNames } from './compare-ratings.ts'
import { activate } from './open.ts'
import type { Pack } from './pack.ts'
import type { ActivePack, InstalledVersion } from './packs.ts'
import { findSettings, lockSettings, updateSettings } from './store.ts'
import type { SettingsRow } from './tables.ts'
import { viewSummary } from './view.ts'
import { WORKSPACE_OPTIONS } from './workspace-options.ts'

interface Settings {
  version: string | null
  options: Record<string, string>
}

export async function changeSettings(
  deps: Casework,
  rateNames: RateNames,
  caller: Caller,
  packId: string,
  patch: PackPatch,
  isPreview: boolean,
): Promise<PackEffect> {
  const scope = scopeOf(caller)
  const versions = await deps.packs.versions(scope, packId)
  if (versions.length === 0) notFound('pack', packId)
  const before = await deps.packs.of(scope, packId)
  const next = await plan(deps, scope, versions, packId, patch, await findSettings(deps.db, scope, packId))
  const effect = await compareRatings(deps, rateNames, scope, before, next.active)
  const origin = versions.find(({ version }) => version === next.active.pack.ref.version)!.origin
  const view: PackEffect = { applied: !isPreview, pack: viewSummary(next.active, { origin, active: true }), ...effect }
  if (isPreview) return view
  return transact(deps.db, async (tx) => {
    const now = deps.clock.now()
    const row = await lockSettings(tx, scope, packId, caller.actor.id, now)
    // Applied to the latest settings, so that concurrent changes of other fields are not lost.
    const settings = merge(row, patch)
    await updateSettings(tx, scope, packId, { ...settings, updated_by: caller.actor.id, updated_at: now })
    await deps.events.record(tx, caller, {
      action: 'pack.settings',
      resource: { type: 'pack', id: packId, label: next.active.pack.title },
      changes: changesOf(row, { ...row, ...settings }, patch),
      data: { rated: effect.rated, changed: effect.changed },
    })
    return view
  })
}

async function plan(
  deps: Casework,
  scope: Scope,
  versions: readonly InstalledVersion[],
  packId: string,
  patch: PackPatch,
  row: SettingsRow | undefined,
): Promise<{ active: ActivePack }> {
  const settings = merge(row, patch)
  const product = deps.packs.builtIn().find(({ ref }) => ref.id === packId)
  const version = settings.version ?? product?.ref.version ?? versions.at(-1)!.version
  if (!versions.some((installed) => installed.version === version)) notFound('pack', `${packId}@${version}`)
  const { pack } = await deps.packs.pinned(scope, { id: packId, version })
  requireOptions(pack, patch)
  return { active: activate(pack, settings.options) }
}

/** Null resets a setting (RFC 7396). */
const merge = (
  row: Pick<SettingsRow, 'version' | 'options'> | undefined,
  { version = row?.version ?? null, options = {} }: PackPatch,
): Settings => ({ version, options: mergePatch<Settings['options']>(row?.options, options) })

function requireOptions(pack: Pack, { options = {} }: PackPatch): void {
  const errors = Object.entries(options).flatMap(([id, value]) => {
    const option = [...pack.options, ...WORKSPACE_OPTIONS].find((known) => known.id === id)
    if (!option) return [{ path: `options.${id}`, message: 'is not an option of the pack' }]
    return value === null || option.values.includes(value)
      ? []
      : [{ path: `options.${id}`, message: `must be one of ${option.values.join(', ')}` }]
  })
  if (errors.length > 0) fail('unknown_option', undefined, { errors })
}
