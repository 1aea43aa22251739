import { useMutation, useQueryClient } from '@tanstack/react-query'
import { EVIDENCE_KINDS, REVIEW_STATUSES } from '@veritrace/contract/provenance/evidence'
import type { RetentionPolicy } from '@veritrace/contract/provenance/storage'
import { type FormEvent, useState } from 'react'
import { useOnce } from '../../../../shared/use-once.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field, Input, Select } from '../../../../ui/field.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { isStale, problemAt } from '../../../shared/refusal.ts'
import { Refusal } from '../shared/refusal.tsx'
import { Switch } from '../shared/switch.tsx'
import { Choices } from './choices.tsx'
import { ACTIONS, BASES, KINDS, STATUSES } from './labels.ts'
import { bodyOf, type Draft, draftOf, sizeOf } from './policy-draft.ts'

const FIELDS = ['name', 'after_days', 'applies_to.tags', 'applies_to.min_size_bytes', 'keep_last_versions', 'priority']

/** Creates or edits a policy. */
export function PolicyForm({ policy, onClose }: { policy: RetentionPolicy | undefined; onClose(): void }) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(policy))
  const set = (change: Partial<Draft>) => setDraft((was) => ({ ...was, ...change }))
  const save = useMutation({
    mutationFn: () => {
      const { applies_to, ...body } = bodyOf(draft)
      const min_size_bytes = sizeOf(draft)
      if (!policy)
        return api.storage.createPolicy({
          body: { ...body, applies_to: { ...applies_to, ...(min_size_bytes !== undefined && { min_size_bytes }) } },
        })
      return api.storage.updatePolicy({
        params: { id: policy.id },
        body: { ...body, applies_to: { ...applies_to, min_size_bytes: min_size_bytes ?? null } },
        headers: { 'if-match': `"${policy.version}"` },
      })
    },
    onSuccess: async ({ name }) => {
      toast.ok(policy ? `“${name}” saved` : `“${name}” created`)
      await queries.invalidateQueries({ queryKey: ['storage'] })
      onClose()
    },
    onError: (error) => isStale(error) && queries.invalidateQueries({ queryKey: ['storage'] }),
  })
  const saveOnce = useOnce(() => save.mutateAsync())
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    saveOnce()
  }
  const text = (name: 'name' | 'after_days' | 'tags' | 'min_size' | 'keep_last_versions' | 'priority') => ({
    value: draft[name],
    onChange: ({ target }: { target: HTMLInputElement }) => set({ [name]: target.value }),
  })
  const number = (name: Parameters<typeof text>[0], min: number, max: number) => ({
    ...text(name),
    type: 'number',
    required: true,
    min,
    max,
  })
  const action = ACTIONS.find(({ value }) => value === draft.action)!
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={policy ? `Edit ${policy.name}` : 'New retention policy'}
      wide
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" type="submit" form="policy" busy={save.isPending}>
            {policy ? 'Save' : 'Create policy'}
          </Button>
        </>
      }
    >
      <form
        id="policy"
        onSubmit={onSubmit}
        onChange={() => save.isError && save.reset()}
        className="flex flex-col gap-4"
      >
        <Field label="Name" required error={problemAt(save.error, 'name', 'Enter a name.')}>
          <Input {...text('name')} required maxLength={120} />
        </Field>
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <Field label="Action" hint={action.text}>
            <Select value={draft.action} onChange={({ target }) => set({ action: target.value as Draft['action'] })}>
              {ACTIONS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Days" required error={problemAt(save.error, 'after_days')}>
            <Input {...number('after_days', 1, 36_500)} />
          </Field>
          <Field label="After">
            <Select value={draft.basis} onChange={({ target }) => set({ basis: target.value as Draft['basis'] })}>
              {BASES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Choices
          label="Kinds"
          all={EVIDENCE_KINDS}
          labels={KINDS}
          chosen={draft.kinds}
          onChange={(kinds) => set({ kinds })}
        />
        <Choices
          label="Review status"
          all={REVIEW_STATUSES}
          labels={STATUSES}
          chosen={draft.review_status}
          onChange={(review_status) => set({ review_status })}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label="Tags"
            hint="Separated by commas; evidence needs one of them. Default: any"
            error={problemAt(save.error, 'applies_to.tags')}
          >
            <Input {...text('tags')} />
          </Field>
          <Field
            label="Minimum file size (MB)"
            hint="Default: any size"
            error={problemAt(save.error, 'applies_to.min_size_bytes')}
          >
            <Input {...text('min_size')} type="number" min={0} max={1_000_000} step="any" />
          </Field>
          <Field
            label="Newest approved versions to keep"
            hint="For each evidence, whatever the age of the versions"
            error={problemAt(save.error, 'keep_last_versions')}
          >
            <Input {...number('keep_last_versions', 0, 1000)} />
          </Field>
          <Field
            label="Priority"
            hint="If two policies match, the smaller number wins"
            error={problemAt(save.error, 'priority')}
          >
            <Input {...number('priority', 0, 1000)} />
          </Field>
        </div>
        <div className="grid gap-4 border-t border-line-row pt-4 sm:grid-cols-2">
          <Switch
            label="Dry run"
            hint="Runs only count what they would do"
            checked={draft.dry_run}
            onChange={({ target }) => set({ dry_run: target.checked })}
          />
          <Switch
            label="Enabled"
            hint="Runs daily at 03:00 UTC"
            checked={draft.enabled}
            onChange={({ target }) => set({ enabled: target.checked })}
          />
        </div>
        {draft.enabled && !draft.dry_run && draft.action !== 'tier_to_cold' && (
          <p className="text-sm text-caution">
            Starting with the next run, this policy changes evidence automatically. This cannot be undone.
          </p>
        )}
        <Refusal error={save.error} fields={FIELDS} />
      </form>
    </Dialog>
  )
}
