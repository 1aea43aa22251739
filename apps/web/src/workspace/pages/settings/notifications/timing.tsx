import type { NotificationPreferences } from '@veritrace/contract/provenance/notifications'
import { Button } from '../../../../ui/button.tsx'
import { Field, Input, Select } from '../../../../ui/field.tsx'
import { moment } from '../../../../ui/format.ts'
import { Segmented } from '../../../../ui/page-tabs.tsx'
import { Switch } from '../shared/switch.tsx'
import type { Change } from './notifications.tsx'

type Cadence = NotificationPreferences['cadence']
const CADENCES: readonly { value: Cadence; label: string; text: string }[] = [
  { value: 'immediate', label: 'Immediately', text: 'An email as soon as something happens.' },
  { value: 'daily', label: 'Daily', text: 'One email at 08:00 on days with news.' },
  { value: 'weekly', label: 'Weekly', text: 'One email on Mondays at 08:00.' },
  { value: 'mute', label: 'Never', text: 'Only security emails.' },
]
const PAUSES = [
  { days: 1, label: '1 day' },
  { days: 7, label: '1 week' },
  { days: 28, label: '4 weeks' },
]
const QUIET = { start: '20:00', end: '07:00' }
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone
const DAY_MS = 86_400_000

/** When emails are sent. */
export function Timing({ preferences, onChange }: { preferences: NotificationPreferences; onChange: Change }) {
  const { cadence, timezone, quiet_hours, mute_until } = preferences
  const zones = [...new Set(['UTC', timezone, HERE, ...Intl.supportedValuesOf('timeZone')])]
  const isPaused = mute_until !== null && new Date(mute_until) > new Date()
  const pause = (days: number) => onChange({ mute_until: new Date(Date.now() + days * DAY_MS).toISOString() })
  const hour = (name: 'start' | 'end', label: string) => (
    <Field label={label}>
      <Input
        key={quiet_hours?.[name]}
        type="time"
        required
        defaultValue={quiet_hours?.[name]}
        // Saved on blur: while the user types, the value passes through times they do not mean.
        onBlur={({ target }) =>
          target.value && target.value !== quiet_hours?.[name] && onChange({ quiet_hours: { [name]: target.value } })
        }
      />
    </Field>
  )
  return (
    <>
      <div className="flex flex-col items-start gap-1">
        <p aria-hidden className="text-sm font-medium">
          Frequency
        </p>
        <Segmented
          label="Frequency"
          value={cadence}
          options={CADENCES}
          onChange={(next) => onChange({ cadence: next })}
        />
        <p className="text-xs text-ink-2">{CADENCES.find(({ value }) => value === cadence)?.text}</p>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <div className="flex flex-col items-start gap-1 *:w-full">
          <Field label="Time zone" hint="For all times on this page">
            <Select value={timezone} onChange={({ target }) => onChange({ timezone: target.value })}>
              {zones.map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </Select>
          </Field>
          {timezone !== HERE && (
            <Button variant="link" size="sm" className="w-auto!" onClick={() => onChange({ timezone: HERE })}>
              Use {HERE} (this device)
            </Button>
          )}
        </div>
        <div className="flex flex-col gap-1">
          <p className="text-sm font-medium">Pause</p>
          {isPaused ? (
            <p className="flex flex-wrap items-center gap-2 text-sm">
              Paused until {moment(mute_until)}
              <Button size="sm" onClick={() => onChange({ mute_until: null })}>
                Resume
              </Button>
            </p>
          ) : (
            <div className="flex flex-wrap gap-1.5">
              {PAUSES.map(({ days, label }) => (
                <Button key={days} size="sm" aria-label={`Pause: ${label}`} onClick={() => pause(days)}>
                  {label}
                </Button>
              ))}
            </div>
          )}
          <p className="text-xs text-ink-3">Notifications are sent when the pause ends.</p>
        </div>
      </div>
      <div className="flex flex-col gap-3">
        <Switch
          label="Quiet hours"
          hint="Emails due in quiet hours are sent when they end."
          checked={quiet_hours !== null}
          onChange={({ target }) => onChange({ quiet_hours: target.checked ? QUIET : null })}
        />
        {quiet_hours && (
          <div className="grid max-w-80 grid-cols-2 gap-3 pl-12">
            {hour('start', 'From')}
            {hour('end', 'To')}
          </div>
        )}
      </div>
    </>
  )
}
