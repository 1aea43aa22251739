import { useNavigate } from '@tanstack/react-router'
import type { Evidence } from '@veritrace/contract/provenance/evidence'
import { type FormEvent, useState } from 'react'
import { useOnce } from '../../../shared/use-once.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { plural } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { may } from '../../shared/may.ts'
import { DetailFields, TagsField, VisibilityField } from './detail-fields.tsx'
import { changedDetails, detailsOf, NO_DETAILS, tagsOf } from './details.ts'
import { DraftFields } from './draft-fields.tsx'
import { DropZone } from './drop-zone.tsx'
import { useRefreshEvidence } from './use-evidence.ts'
import { type Draft, useNewEvidence } from './use-new-evidence.ts'

interface Props {
  onClose(): void
  /** The evidence that the new one replaces once it is approved. */
  replaces?: Evidence
}
/** Uploads one or more files. The fields below the files apply to all of them. */
export function NewEvidenceDialog({ onClose, replaces }: Props) {
  const navigate = useNavigate()
  const refresh = useRefreshEvidence()
  const { drafts, add, remove, change, send, isBusy, stop } = useNewEvidence(replaces)
  const [visibility, setVisibility] = useState<Evidence['visibility']>(replaces?.visibility ?? 'hidden')
  const [tags, setTags] = useState(replaces?.tags.join(', ') ?? '')
  const [details, setDetails] = useState(() => (replaces ? withoutDates(replaces) : NO_DETAILS))
  const open = drafts.filter(({ state, unfit }) => state !== 'done' && !unfit)
  const errors = Object.assign({}, ...drafts.map((draft) => draft.errors)) as Record<string, string>

  const fieldsOf = ({ title, kind, validUntil }: Draft) => ({
    title: title.trim(),
    kind,
    visibility,
    tags: tagsOf(tags),
    ...changedDetails({ ...details, valid_until: validUntil }),
    ...(replaces && { supersedes_id: replaces.id }),
  })
  const sendOnce = useOnce(async () => {
    const made = await send(fieldsOf)
    if (made.length === 0) return
    toast.ok(
      made.length === 1 ? `“${made[0]!.title}” added for review` : `${plural(made.length, 'file')} added for review`,
    )
    await refresh()
    // Rejected files stay in the form with the reason.
    if (made.length < drafts.filter(({ state }) => state !== 'done').length) return
    onClose()
    if (made.length === 1) await navigate({ to: '/evidence/$id', params: { id: made[0]!.id } })
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    sendOnce()
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !isBusy && onClose()}
      title={replaces ? 'New version' : 'Add evidence'}
      description={
        replaces
          ? `Replaces “${replaces.title}” once it is approved.`
          : 'Reports, certificates and policies that back up your claims.'
      }
      wide
      footer={
        <>
          <Button onClick={isBusy ? stop : onClose}>{isBusy ? 'Stop' : 'Cancel'}</Button>
          <Button
            variant="solid"
            type="submit"
            form="new-evidence"
            busy={isBusy}
            disabled={open.length === 0 || !may('member')}
          >
            {open.length > 1 ? `Upload ${open.length} files` : 'Upload'}
          </Button>
        </>
      }
    >
      <form id="new-evidence" onSubmit={onSubmit} className="flex flex-col gap-4">
        <DropZone onFiles={add} multiple={!replaces} disabled={isBusy || !may('member')} />
        {!may('member') && <p className="text-sm text-caution">You need the member role to add evidence.</p>}
        {drafts.length > 0 && (
          <>
            <ul aria-label="Files" className="flex flex-col gap-3">
              {drafts.map((draft) => (
                <DraftFields
                  key={draft.key}
                  draft={draft}
                  isBusy={isBusy}
                  onChange={(part) => change(draft.key, part)}
                  onRemove={() => remove(draft.key)}
                />
              ))}
            </ul>
            {drafts.length > 1 && <h3 className="text-sm font-semibold">For all {drafts.length} files</h3>}
            <div className="grid gap-3 sm:grid-cols-2">
              <VisibilityField value={visibility} onChange={setVisibility} error={errors.visibility} />
              <TagsField value={tags} onChange={setTags} error={errors.tags} />
            </div>
            <details>
              <summary className="cursor-pointer text-sm text-accent">Issuer, dates and description</summary>
              <div className="pt-3">
                <DetailFields value={details} onChange={setDetails} errors={errors} />
              </div>
            </details>
          </>
        )}
      </form>
    </Dialog>
  )
}

/** Copies what usually stays the same; the dates of the new version differ. */
function withoutDates(evidence: Evidence) {
  const { issuer, scope, description, collection_procedure } = detailsOf(evidence)
  return { ...NO_DETAILS, issuer, scope, description, collection_procedure }
}
