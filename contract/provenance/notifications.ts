// What a person wants to be told, how, and when.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { DateTime, named, nullable, oneOf, strict } from '../wire.ts'
import { SEVERITIES } from './change-events.ts'

const Enabled = t.Object({ enabled: t.Boolean() })
const Time = formed('a time such as 08:30', '^([01]\\d|2[0-3]):[0-5]\\d$')
const QuietHours = strict({ start: Time, end: Time })
const QuietHoursPatch = strict(
  { start: t.Optional(Time), end: t.Optional(Time) },
  { description: 'What is left out stays; there are both or none' },
)
const DaysBefore = t.Array(t.Integer({ minimum: 1, maximum: 365 }), { uniqueItems: true, maxItems: 10 })
const Cadence = oneOf(['immediate', 'daily', 'weekly', 'mute'], {
  description:
    'When mails are sent: at once, at 08:00 of each day, at 08:00 on Mondays, in your time zone, or not at all. What comes together comes as one mail.',
})
const UNREAD =
  'A wish that is kept for your own programs: the live stream and the webhooks of the workspace tell all that happens, whatever it says'
const Severity = oneOf(SEVERITIES)

export type NotificationPreferences = Static<typeof NotificationPreferences>
export const NotificationPreferences = named(
  'NotificationPreferences',
  t.Object({
    channels: t.Object({
      email: t.Object({
        enabled: t.Boolean(),
        address: nullable(t.String({ description: 'Yours in this workspace; a key has none' })),
        verified_at: nullable(DateTime),
      }),
      webhook: t.Object({ enabled: t.Boolean() }, { description: UNREAD }),
      in_app: t.Object({ enabled: t.Boolean() }, { description: UNREAD }),
    }),
    cadence: Cadence,
    timezone: t.String({ description: 'IANA name' }),
    quiet_hours: nullable(QuietHours),
    mute_until: nullable(
      t.String({ format: 'date-time', description: 'What happens before is mailed after it, not dropped' }),
    ),
    topics: t.Object({
      'vendor.change': t.Object({ enabled: t.Boolean(), min_severity: Severity, only_pinned: t.Boolean() }),
      'source.health': Enabled,
      trust_request: Enabled,
      'evidence.expiry': t.Object({ enabled: t.Boolean(), days_before: DaysBefore }),
      billing: Enabled,
      security: t.Object({ enabled: t.Boolean(), locked: t.Boolean() }),
    }),
    unsubscribe_token_hint: nullable(
      t.String({ description: 'The end of the token in links to unsubscribe; null while no mail has one' }),
    ),
    suppressed: nullable(
      t.Object(
        { reason: oneOf(['bounce', 'complaint']), at: DateTime },
        { description: 'Set by events of the mail provider: nothing is mailed to the address' },
      ),
    ),
    version: t.Integer({ description: '0 while nothing was changed' }),
  }),
)

const switched = t.Optional(strict({ enabled: t.Optional(t.Boolean()) }))
export type PreferencesPatch = Static<typeof PreferencesPatch>
export const PreferencesPatch = named(
  'NotificationPreferencesPatch',
  strict(
    {
      channels: t.Optional(strict({ email: switched, webhook: switched, in_app: switched })),
      cadence: t.Optional(Cadence),
      timezone: t.Optional(t.String({ minLength: 1, maxLength: 64 })),
      quiet_hours: t.Optional(nullable(QuietHoursPatch)),
      mute_until: t.Optional(nullable(DateTime)),
      topics: t.Optional(
        strict({
          'vendor.change': t.Optional(
            strict({
              enabled: t.Optional(t.Boolean()),
              min_severity: t.Optional(Severity),
              only_pinned: t.Optional(t.Boolean()),
            }),
          ),
          'source.health': switched,
          trust_request: switched,
          'evidence.expiry': t.Optional(
            strict({ enabled: t.Optional(t.Boolean()), days_before: t.Optional(DaysBefore) }),
          ),
          billing: switched,
        }),
      ),
    },
    { minProperties: 1 },
  ),
)

export const notificationPreferences = {
  get: endpoint('GET /app/notification-preferences', {
    summary: 'Your notification preferences in this workspace',
    auth: 'session',
    ok: NotificationPreferences,
    versioned: true,
  }),
  update: endpoint('PATCH /app/notification-preferences', {
    summary: 'Change your notification preferences',
    description: 'A JSON merge patch. Mails about security cannot be switched off; `suppressed` cannot be set.',
    auth: 'session',
    body: PreferencesPatch,
    ok: NotificationPreferences,
    versioned: true,
    errors: ['unacceptable', 'stale_version'],
  }),
}
