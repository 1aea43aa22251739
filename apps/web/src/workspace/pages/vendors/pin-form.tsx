import { PIN_STATUSES, type PinnedVendor, RISK_BANDS, TIERS } from '@veritrace/contract/provenance/pins'
import type { FormEvent } from 'react'
import { useSessionStorage } from '../../../shared/use-session-storage.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select, TextArea } from '../../../ui/field.tsx'
import { day } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { PeopleOptions } from '../../shared/people.tsx'
import { problemAt } from '../../shared/refusal.ts'
import { sentence } from './labels.ts'
import { type Draft, draftOf, patchOf } from './pin-draft.ts'
import { useUpdatePin } from './use-pins.ts'

/** The details of a pinned vendor. Sends only changed fields. */
export function PinForm({ pin }: { pin: PinnedVendor }) {
  const [changes, setChanges, forget] = useSessionStorage<Partial<Draft>>(`pinned vendor ${pin.vendor_id}`, {})
  const draft = { ...draftOf(pin), ...changes }
  const isChanged = Object.keys(changes).length > 0
  const update = useUpdatePin(pin)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged) return
    update.send(patchOf(changes), {
      ok: () => {
        forget()
        toast.ok(`${pin.vendor_name} saved`)
      },
      failed: 'Could not save',
    })
  }
  const review = () =>
    update.send(
      { last_reviewed_at: new Date().toISOString() },
      {
        ok: ({ next_review_at }) => toast.ok('Marked as reviewed', `The next review is due on ${day(next_review_at)}.`),
        failed: 'Could not mark as reviewed',
      },
    )
  const bind = (name: keyof Draft) => ({
    value: draft[name],
    disabled: !may('member'),
    onChange: ({ target }: { target: { value: string } }) => setChanges((was) => changed(pin, was, name, target.value)),
  })
  const wrong = (name: keyof Draft) => problemAt(update.error, name)
  return (
    <form onSubmit={save} className="flex flex-col gap-4 px-4 pt-4">
      {!may('member') && <p className="text-sm text-ink-2">{whyNot('member')}.</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Tier" hint="How much depends on this vendor">
          <Select {...bind('tier')}>{options(TIERS)}</Select>
        </Field>
        <Field label="Status">
          <Select {...bind('status')}>{options(PIN_STATUSES)}</Select>
        </Field>
        <Field label="Risk" hint="Overrides the directory’s rating">
          <Select {...bind('risk_override')}>
            <option value="">Directory rating</option>
            {options(RISK_BANDS)}
          </Select>
        </Field>
        <Field label="Owner" error={wrong('owner_id')}>
          <Select {...bind('owner_id')}>
            <option value="">No owner</option>
            <PeopleOptions />
          </Select>
        </Field>
      </div>
      <Field label="Business purpose" error={wrong('business_purpose')}>
        <Input {...bind('business_purpose')} maxLength={500} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Data categories" hint="Separated by commas" error={wrong('data_categories')}>
          <Input {...bind('data_categories')} placeholder="customer names, invoices" />
        </Field>
        <Field label="Regions" hint="Separated by commas" error={wrong('regions')}>
          <Input {...bind('regions')} placeholder="EU, US" />
        </Field>
        <Field label="Contract ends" error={wrong('contract_end_at')}>
          <Input type="date" {...bind('contract_end_at')} />
        </Field>
        <Field label="Notice period (days)" error={wrong('notice_days')}>
          <Input type="number" min={0} max={1000} {...bind('notice_days')} />
        </Field>
        <Field label="Review interval (days)" error={wrong('review_interval_days')} required>
          <Input type="number" min={1} max={3650} required {...bind('review_interval_days')} />
        </Field>
        <Field label="Tags" hint="Separated by commas" error={wrong('tags')}>
          <Input {...bind('tags')} />
        </Field>
      </div>
      <Field label="Notes" error={wrong('notes')}>
        <TextArea {...bind('notes')} rows={4} maxLength={5000} />
      </Field>
      <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-2 border-t bg-surface px-4 py-2.5">
        <Button type="submit" variant="solid" busy={update.busy} disabled={!isChanged || !may('member')}>
          Save
        </Button>
        {isChanged && <Button onClick={forget}>Discard</Button>}
        <span className="ml-auto text-xs text-ink-3">
          {pin.last_reviewed_at ? `Reviewed ${day(pin.last_reviewed_at)}` : 'Never reviewed'}, next{' '}
          {day(pin.next_review_at)}
        </span>
        <Button size="sm" busy={update.busy} disabled={!may('member')} title={whyNot('member')} onClick={review}>
          Mark as reviewed
        </Button>
      </div>
    </form>
  )
}

/** Removes a change that restores the saved value. */
function changed(pin: PinnedVendor, { ...changes }: Partial<Draft>, name: keyof Draft, text: string): Partial<Draft> {
  if (draftOf(pin)[name] === text) delete changes[name]
  else changes[name] = text
  return changes
}

const options = (words: readonly string[]) =>
  words.map((word) => (
    <option key={word} value={word}>
      {sentence(word)}
    </option>
  ))
