import { EVENT_TYPES, type EventType, SEVERITIES } from '@veritrace/contract/provenance/change-events'
import type { AlertRule } from '@veritrace/contract/provenance/pins'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { listOf, sentence } from './labels.ts'

const FIRST: AlertRule = { name: '', event_types: [], min_severity: 'minor', words: [], enabled: true }

interface Props {
  rule: AlertRule | undefined
  busy: boolean
  onSave(rule: AlertRule): void
  onCancel(): void
}
export function RuleForm({ rule = FIRST, busy, onSave, onCancel }: Props) {
  const [draft, setDraft] = useState(rule)
  const [words, setWords] = useState(rule.words.join(', '))
  const toggle = (type: EventType) =>
    setDraft(({ event_types, ...rest }) => ({
      ...rest,
      event_types: event_types.includes(type) ? event_types.filter((one) => one !== type) : [...event_types, type],
    }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSave({ ...draft, name: draft.name.trim(), words: listOf(words) })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 bg-sunken px-4 py-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Name" required>
          <Input
            autoFocus
            required
            pattern=".*\S.*"
            maxLength={80}
            value={draft.name}
            onChange={({ target }) => setDraft({ ...draft, name: target.value })}
          />
        </Field>
        <Field label="Minimum severity">
          <Select
            value={draft.min_severity}
            onChange={({ target }) => setDraft({ ...draft, min_severity: target.value as AlertRule['min_severity'] })}
          >
            {SEVERITIES.map((severity) => (
              <option key={severity} value={severity}>
                {sentence(severity)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label="Words" hint="Separated by commas; a change must contain one of them. Default: any">
        <Input value={words} onChange={({ target }) => setWords(target.value)} placeholder="SOC 2, Frankfurt" />
      </Field>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">
          Types of change <span className="font-normal text-ink-3">(default: all)</span>
        </legend>
        <div className="grid max-h-48 gap-x-3 overflow-y-auto rounded-md border bg-surface p-2 sm:grid-cols-2">
          {EVENT_TYPES.map((type) => (
            <label key={type} className="flex min-h-7 items-center gap-2 text-sm coarse:min-h-10">
              <input
                type="checkbox"
                checked={draft.event_types.includes(type)}
                onChange={() => toggle(type)}
                className="size-4 accent-accent"
              />
              {sentence(type)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="flex gap-2">
        <Button type="submit" variant="solid" busy={busy}>
          Save rule
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
