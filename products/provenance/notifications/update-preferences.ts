// Changes a person's notification preferences.
import type { NotificationPreferences, PreferencesPatch } from '@veritrace/contract/provenance/notifications'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, staleVersion } from '@veritrace/platform/errors'
import { changesOf } from '@veritrace/platform/events/changes'
import type { Provenance } from '../deps.ts'
import { replanNotices } from './replan-notices.ts'
import { applyPatch, DEFAULTS, isTimezone, missingHour } from './rules.ts'
import { lockPreferences, updatePreferencesRow } from './store.ts'
import { viewPreferences } from './view.ts'

export function updatePreferences(
  { db, events, clock }: Provenance,
  caller: Caller,
  patch: PreferencesPatch,
  ifVersion?: number,
): Promise<NotificationPreferences> {
  if (patch.timezone !== undefined && !isTimezone(patch.timezone))
    fail('unacceptable', `“${patch.timezone}” is not the name of a time zone.`)
  const { tenant, actor } = caller
  return transact(db, async (tx) => {
    const now = clock.now()
    const before = await lockPreferences(tx, tenant, actor.id, DEFAULTS, now)
    if (ifVersion !== undefined && ifVersion !== before.version) staleVersion('preferences', before.version)
    const missing = missingHour(before.settings, patch.quiet_hours)
    if (missing) refuse(`quiet_hours.${missing}`, 'is required')
    const settings = applyPatch(before.settings, patch)
    await updatePreferencesRow(tx, tenant, actor.id, settings, now)
    await replanNotices(tx, { tenant_id: tenant, user_id: actor.id }, settings, now)
    const shown = await viewPreferences({ db: tx }, caller, { settings, version: before.version + 1 })
    await events.record(tx, caller, {
      action: 'notification_preferences.update',
      resource: { type: 'notification_preferences', id: actor.id, label: actor.label },
      changes: changesOf(before.settings, settings, patch),
    })
    return shown
  })
}

const refuse = (path: string, message: string): never =>
  fail('invalid_body', `${path} ${message}.`, { errors: [{ path, message }] })
