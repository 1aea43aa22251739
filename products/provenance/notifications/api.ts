// Notification preferences: the endpoints of contract/provenance/notifications.ts.
import { notificationPreferences } from '@veritrace/contract/provenance/notifications'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { findPreferences } from './store.ts'
import { updatePreferences } from './update-preferences.ts'
import { viewPreferences } from './view.ts'

export const notificationsApi = (deps: Provenance) =>
  implement(notificationPreferences, {
    get: async (_, caller) =>
      viewPreferences(deps, caller, await findPreferences(deps.db, caller.tenant, caller.actor.id)),
    update: ({ body, ifVersion }, caller) => updatePreferences(deps, caller, body, ifVersion),
  })
