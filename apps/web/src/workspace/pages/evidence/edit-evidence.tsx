import type { Evidence, EvidencePatch } from '@veritrace/contract/provenance/evidence'
import { type FormEvent, useState } from 'react'
import { useOnce } from '../../../shared/use-once.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Alert } from '../../shared/alert.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { fieldErrors, refusal } from '../../shared/refusal.ts'
import { DetailFields, KindField, TagsField, VisibilityField } from './detail-fields.tsx'
import { changedDetails, DETAIL_NAMES, detailsOf, tagsOf } from './details.ts'
import { useChange } from './use-evidence.ts'

const SHOWN = ['title', 'kind', 'visibility', 'tags', ...DETAIL_NAMES]

/** Handling fields can change at any time. Details are locked once a review starts. */
export function EditEvidence({ evidence, onClose }: { evidence: Evidence; onClose(): void }) {
  // The version when the form was opened: the page underneath may refresh in the meantime.
  const [before] = useState(evidence)
  const [title, setTitle] = useState(before.title)
  const [kind, setKind] = useState(before.kind)
  const [visibility, setVisibility] = useState(before.visibility)
  const [tags, setTags] = useState(before.tags.join(', '))
  const [hold, setHold] = useState(before.legal_hold)
  const [details, setDetails] = useState(() => detailsOf(before))
  const change = useChange(before)
  const isWritable = before.review_status === 'pending' || before.review_status === 'changes_requested'
  const patch: EvidencePatch = {
    ...(title.trim() !== before.title && { title: title.trim() }),
    ...(kind !== before.kind && { kind }),
    ...(visibility !== before.visibility && { visibility }),
    ...(tagsOf(tags).join() !== before.tags.join() && { tags: tagsOf(tags) }),
    ...(hold !== before.legal_hold && { legal_hold: hold }),
    ...changedDetails(details, detailsOf(before)),
  }
  const errors = fieldErrors(change.error)
  const save = useOnce(async () => {
    await change.mutateAsync(patch)
    toast.ok('Evidence saved')
    onClose()
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const date = (name: 'valid_until' | 'renewal_due_at') => (
    <Input
      type="date"
      value={details[name]}
      onChange={({ target }) => setDetails({ ...details, [name]: target.value })}
    />
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Edit evidence"
      description={
        isWritable
          ? undefined
          : 'Title, dates and descriptions are locked because a reviewer has read them. To change them, add a new version.'
      }
      wide
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="solid"
            type="submit"
            form="edit-evidence"
            busy={change.isPending}
            disabled={Object.keys(patch).length === 0}
          >
            Save
          </Button>
        </>
      }
    >
      <form id="edit-evidence" onSubmit={onSubmit} className="flex flex-col gap-4">
        {change.error && <Alert>{refusal(change.error, SHOWN)}</Alert>}
        {isWritable && (
          <Field label="Title" required error={errors.title}>
            <Input
              required
              pattern=".*\S.*"
              maxLength={200}
              value={title}
              onChange={({ target }) => setTitle(target.value)}
            />
          </Field>
        )}
        <div className="grid gap-3 sm:grid-cols-2">
          {isWritable && <KindField value={kind} onChange={setKind} error={errors.kind} />}
          {isWritable && (
            <Field label="Valid until" error={errors.valid_until} hint="Last valid day">
              {date('valid_until')}
            </Field>
          )}
          <VisibilityField value={visibility} onChange={setVisibility} error={errors.visibility} />
          <TagsField value={tags} onChange={setTags} error={errors.tags} />
          <Field label="Renewal due" error={errors.renewal_due_at} hint="When to arrange a renewal">
            {date('renewal_due_at')}
          </Field>
        </div>
        {isWritable && <DetailFields value={details} onChange={setDetails} errors={errors} />}
        <label className="flex items-start gap-2 text-sm" title={whyNot('admin')}>
          <input
            type="checkbox"
            className="mt-0.5 size-4 accent-accent"
            checked={hold}
            disabled={!may('admin')}
            onChange={({ target }) => setHold(target.checked)}
          />
          <span>
            Legal hold
            <span className="block text-xs text-ink-3">
              Protects it from deletion by policies and its file from replacement
            </span>
          </span>
        </label>
      </form>
    </Dialog>
  )
}
