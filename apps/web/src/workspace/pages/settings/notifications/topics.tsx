import { SEVERITIES } from '@veritrace/contract/provenance/change-events'
import type { NotificationPreferences } from '@veritrace/contract/provenance/notifications'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { cn } from '../../../../ui/cn.ts'
import { Field, Select } from '../../../../ui/field.tsx'
import { Switch } from '../shared/switch.tsx'
import type { Change } from './notifications.tsx'

type Topics = NotificationPreferences['topics']
type Severity = Topics['vendor.change']['min_severity']
const FROM: Readonly<Record<Severity, string>> = {
  info: 'Every change',
  minor: 'Minor and major changes',
  major: 'Major changes only',
}
const DAYS = [90, 60, 30, 14, 7, 1]

const PLAIN = [
  {
    topic: 'trust_request',
    label: 'Requests',
    hint: 'Someone sends you a request, or a signer answers. For members.',
  },
  { topic: 'source.health', label: 'Vendor pages', hint: 'A page that we check is unreachable or back.' },
  { topic: 'billing', label: 'Billing', hint: 'Failed payments and expiring plans. For admins and owners.' },
] as const

/** The topics to be emailed about. */
export function Topics({ topics, onChange }: { topics: Topics; onChange: Change }) {
  const changes = topics['vendor.change']
  const expiry = topics['evidence.expiry']
  return (
    <Card>
      <CardHead title="Topics" />
      <ul className="divide-y divide-line-row">
        <Topic>
          <Switch
            label="Vendor changes"
            hint="A subprocessor, certificate, clause or score has changed."
            checked={changes.enabled}
            onChange={({ target }) => onChange({ topics: { 'vendor.change': { enabled: target.checked } } })}
          />
          {changes.enabled && (
            <div className="grid items-end gap-3 pl-12 sm:grid-cols-2">
              <Field label="Severity">
                <Select
                  value={changes.min_severity}
                  onChange={({ target }) =>
                    onChange({ topics: { 'vendor.change': { min_severity: target.value as Severity } } })
                  }
                >
                  {SEVERITIES.map((severity) => (
                    <option key={severity} value={severity}>
                      {FROM[severity]}
                    </option>
                  ))}
                </Select>
              </Field>
              <Field label="Vendors">
                <Select
                  value={String(changes.only_pinned)}
                  onChange={({ target }) =>
                    onChange({ topics: { 'vendor.change': { only_pinned: target.value === 'true' } } })
                  }
                >
                  <option value="true">Pinned vendors only</option>
                  <option value="false">Also vendors on your pages</option>
                </Select>
              </Field>
            </div>
          )}
        </Topic>
        <Topic>
          <Switch
            label="Expiring evidence"
            hint="Before its last valid day. For members."
            checked={expiry.enabled}
            onChange={({ target }) => onChange({ topics: { 'evidence.expiry': { enabled: target.checked } } })}
          />
          {expiry.enabled && (
            <Days
              chosen={expiry.days_before}
              onChange={(days_before) => onChange({ topics: { 'evidence.expiry': { days_before } } })}
            />
          )}
        </Topic>
        {PLAIN.map(({ topic, label, hint }) => (
          <Topic key={topic}>
            <Switch
              label={label}
              hint={hint}
              checked={topics[topic].enabled}
              onChange={({ target }) => onChange({ topics: { [topic]: { enabled: target.checked } } })}
            />
          </Topic>
        ))}
        <Topic>
          <Switch
            label={
              <>
                Security <Lock aria-hidden className="inline size-3.5 text-ink-3" />
              </>
            }
            hint="Changes to keys, sessions and roles. Always sent to admins and owners."
            checked={topics.security.enabled}
            disabled={topics.security.locked}
            readOnly
          />
        </Topic>
      </ul>
    </Card>
  )
}

const Topic = ({ children }: { children: ReactNode }) => <li className="flex flex-col gap-3 px-4 py-3">{children}</li>

/** At least one must remain: to select none, turn the topic off. */
function Days({ chosen, onChange }: { chosen: readonly number[]; onChange(days: number[]): void }) {
  const offered = [...new Set([...DAYS, ...chosen])].sort((a, b) => b - a)
  const toggle = (days: number) =>
    onChange(chosen.includes(days) ? chosen.filter((one) => one !== days) : [...chosen, days])
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5 pl-12">
      <legend className="float-left mr-2 text-sm">Days before</legend>
      {offered.map((days) => {
        const isChosen = chosen.includes(days)
        return (
          <button
            key={days}
            type="button"
            aria-pressed={isChosen}
            disabled={isChosen && chosen.length === 1}
            title={isChosen && chosen.length === 1 ? 'To remove the last reminder, turn the topic off' : undefined}
            onClick={() => toggle(days)}
            className={cn(
              'h-7 min-w-9 rounded-md border border-line-strong px-2 text-sm tnum hover:bg-hover coarse:h-10 coarse:min-w-11',
              isChosen && 'border-accent-line bg-accent-soft font-medium text-accent',
            )}
          >
            {days}
          </button>
        )
      })}
    </fieldset>
  )
}
