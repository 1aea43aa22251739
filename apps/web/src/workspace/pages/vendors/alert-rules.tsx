import { useMutation } from '@tanstack/react-query'
import type { AlertRule, Backtest, PinnedVendor } from '@veritrace/contract/provenance/pins'
import { FlaskConical, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { count, plural } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { may, whyNot } from '../../shared/may.ts'
import { Change } from './changes.tsx'
import { RuleForm } from './rule-form.tsx'
import { useUpdatePin } from './use-pins.ts'

const NEW = -1

/** Rules for which changes raise an alert. */
export function AlertRules({ pin }: { pin: PinnedVendor }) {
  const { vendor_id, alert_rules: rules } = pin
  const [editing, setEditing] = useState<number>()
  const update = useUpdatePin(pin)
  const backtest = useMutation({
    mutationFn: () => api.pins.backtest({ params: { vendor_id }, body: {} }),
    onError: (error) => toast.error('Could not test the rules', explain(error)),
  })
  const save = (alert_rules: AlertRule[], done: string) =>
    update.send(
      { alert_rules },
      {
        ok: () => {
          setEditing(undefined)
          backtest.reset()
          toast.ok(done)
        },
        failed: 'Could not change the rules',
      },
    )
  const put = (rule: AlertRule, at: number) =>
    save(at === NEW ? [...rules, rule] : rules.with(at, rule), `Rule “${rule.name}” saved`)
  const form = (at: number) => (
    <RuleForm
      rule={rules[at]}
      busy={update.busy}
      onSave={(rule) => put(rule, at)}
      onCancel={() => setEditing(undefined)}
    />
  )
  return (
    <div className="flex flex-col">
      {rules.length === 0 && editing !== NEW && (
        <p className="px-4 py-3 text-sm text-ink-2">
          Without rules, changes are only counted as unread. A rule also sends matching changes to your webhook and the
          audit log.
        </p>
      )}
      <ul className="divide-y divide-line-row">
        {rules.map((rule, at) =>
          editing === at ? (
            <li key={rule.name}>{form(at)}</li>
          ) : (
            <li key={rule.name} className="flex items-center gap-2 px-4 py-2 text-sm">
              <label className="flex min-w-0 flex-1 items-start gap-2.5">
                <input
                  type="checkbox"
                  checked={rule.enabled}
                  disabled={!may('member') || update.busy}
                  onChange={() => put({ ...rule, enabled: !rule.enabled }, at)}
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                <span className="min-w-0">
                  <span className="block font-medium wrap-anywhere">{rule.name}</span>
                  <span className="block text-xs text-ink-3 wrap-anywhere">{summary(rule)}</span>
                </span>
              </label>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Edit ${rule.name}`}
                disabled={!may('member')}
                title={whyNot('member')}
                onClick={() => setEditing(at)}
              >
                <Pencil />
              </Button>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Delete ${rule.name}`}
                disabled={!may('member') || update.busy}
                title={whyNot('member')}
                onClick={() => save(rules.toSpliced(at, 1), `Rule “${rule.name}” deleted`)}
              >
                <Trash2 />
              </Button>
            </li>
          ),
        )}
      </ul>
      {editing === NEW && form(NEW)}
      <div className="flex flex-wrap gap-2 border-t border-line-row px-4 py-3">
        {editing !== NEW && (
          <Button size="sm" disabled={!may('member')} title={whyNot('member')} onClick={() => setEditing(NEW)}>
            <Plus />
            New rule
          </Button>
        )}
        {rules.length > 0 && (
          <Button size="sm" busy={backtest.isPending} onClick={() => backtest.mutate()}>
            <FlaskConical />
            Test on the last 12 months
          </Button>
        )}
      </div>
      {backtest.data && <Tried found={backtest.data} />}
    </div>
  )
}

const summary = ({ event_types, min_severity, words }: AlertRule): string =>
  [
    event_types.length === 0 ? 'all changes' : plural(event_types.length, 'type of change', 'types of change'),
    min_severity === 'info' ? '' : `${min_severity} or higher`,
    words.length > 0 ? `containing ${words.join(', ')}` : '',
  ]
    .filter(Boolean)
    .join(' · ')

function Tried({ found: { examined, truncated, results } }: { found: Backtest }) {
  return (
    <section role="status" className="border-t">
      {results.map(({ rule, fired, events }) => (
        <details key={rule} className="border-b border-line-row text-sm">
          <summary className="px-4 py-2">
            <span className="font-medium">{rule}</span> matches {count(fired)} of {plural(examined, 'change')}
            {truncated && ' (latest)'}
          </summary>
          <ol className="divide-y divide-line-row border-t border-line-row bg-sunken">
            {events.map((event) => (
              <Change key={event.id} event={event} />
            ))}
          </ol>
        </details>
      ))}
    </section>
  )
}
