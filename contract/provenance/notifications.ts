// Notification preferences of a person: what to send, how, and when.
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
  { description: 'Missing fields stay unchanged; set both or none' },
)
const DaysBefore = t.Array(t.Integer({ minimum: 1, maximum: 365 }), { uniqueItems: true, maxItems: 10 })
const Cadence = oneOf(['immediate', 'daily', 'weekly', 'mute'], {
  description:
    'When emails are sent, in your time zone: immediately, daily at 08:00, on Mondays at 08:00, or never. Notifications that are due together are sent as one email.',
})
const UNREAD =
  'Stored for your own programs. The live stream and the webhooks of the workspace ignore it and send all events'
const Severity = oneOf(SEVERITIES)

export type NotificationPreferences = Static<typeof NotificationPreferences>
export const NotificationPreferences = named(
  'NotificationPreferences',
  t.Object({
    channels: t.Object({
      email: t.Object({
        enabled: t.Boolean(),
        address: nullable(t.String({ description: 'Your address in this workspace; null for a key' })),
        verified_at: nullable(DateTime),
      }),
      webhook: t.Object({ enabled: t.Boolean() }, { description: UNREAD }),
      in_app: t.Object({ enabled: t.Boolean() }, { description: UNREAD }),
    }),
    cadence: Cadence,
    timezone: t.String({ description: 'IANA name' }),
    quiet_hours: nullable(QuietHours),
    mute_until: nullable(
      t.String({
        format: 'date-time',
        description: 'Notifications before this time are emailed afterwards, not dropped',
      }),
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
      t.String({
        description: 'The last characters of the token in unsubscribe links; null until an email contains one',
      }),
    ),
    suppressed: nullable(
      t.Object(
        { reason: oneOf(['bounce', 'complaint']), at: DateTime },
        { description: 'Set by events of the email provider: the address gets no more email' },
      ),
    ),
    version: t.Integer({ description: '0 until something is changed' }),
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
    summary: 'Get your notification preferences in this workspace',
    auth: 'session',
    ok: NotificationPreferences,
    versioned: true,
  }),
  update: endpoint('PATCH /app/notification-preferences', {
    summary: 'Change your notification preferences',
    description: 'A JSON merge patch. Security emails cannot be turned off; `suppressed` cannot be set.',
    auth: 'session',
    body: PreferencesPatch,
    ok: NotificationPreferences,
    versioned: true,
    errors: ['unacceptable', 'stale_version'],
  }),
}
