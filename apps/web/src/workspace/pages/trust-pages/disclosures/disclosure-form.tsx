import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@veritrace/contract/client'
import type { Disclosure } from '@veritrace/contract/provenance/disclosures'
import type { Page } from '@veritrace/contract/provenance/pages'
import type { FormEvent } from 'react'
import { useKept } from '../../../../shared/use-kept.ts'
import { useOnce } from '../../../../shared/use-once.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { isStale, problemBeside } from '../../../shared/refusal.ts'
import { blankFor, fieldsOf, newOf, PATHS, patchOf } from './disclosure-fields.ts'
import { FieldsOfDisclosure } from './fields-of-disclosure.tsx'
import { invalidateDisclosures } from './use-change.ts'

interface Props {
  page: Page
  /** Absent for a new one. */
  disclosure?: Disclosure
  onClose(): void
  onSaved(saved: Pick<Disclosure, 'id'>): void
}
/** Shown only while it is open: what was not begun here begins with the newest words. */
export function DisclosureForm({ page, disclosure, onClose, onSaved }: Props) {
  const queries = useQueryClient()
  const first = { version: disclosure?.version ?? 0, fields: disclosure ? fieldsOf(disclosure) : blankFor(page) }
  const [draft, setDraft, forget] = useKept(`disclosure ${disclosure?.id ?? `new ${page.slug}`}`, first)
  // Somebody has changed it since these words were begun.
  const isBehind = draft.version !== first.version
  const save = useMutation({
    mutationFn: async () => {
      if (!disclosure) return api.disclosures.create({ body: newOf(draft.fields) })
      const body = patchOf(draft.fields, first.fields)
      if (!body) return disclosure
      return api.disclosures.update({
        params: { id: disclosure.id },
        body,
        headers: { 'if-match': `"${draft.version}"` },
      })
    },
    onSuccess: async (saved) => {
      forget()
      toast.ok(`“${saved.title}” is saved`, saved.status === 'draft' ? 'As a draft: readers do not see it.' : undefined)
      await invalidateDisclosures(queries)
      onClose()
      onSaved(saved)
    },
    onError: (error) => isStale(error) && invalidateDisclosures(queries),
  })
  const saveOnce = useOnce(() => save.mutateAsync())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saveOnce()
  }
  const giveUp = () => {
    forget()
    onClose()
  }
  const openDraft = openDraftOf(save.error)
  const beside = isStale(save.error) ? undefined : problemBeside(save.error, PATHS)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={titleOf(disclosure)}
      description={
        disclosure?.status === 'published'
          ? 'What is public stays as it is until the new version is published.'
          : 'Readers see it only after a review and its publication.'
      }
      wide
      footer={
        <>
          <Button onClick={giveUp}>Discard</Button>
          <Button variant="solid" type="submit" form="disclosure" busy={save.isPending} disabled={isBehind}>
            Save the draft
          </Button>
        </>
      }
    >
      <form id="disclosure" onSubmit={submit} className="flex flex-col gap-4">
        {isBehind && (
          <div role="alert" className="rounded-md border border-caution-line bg-caution-soft p-3 text-sm">
            <p className="font-medium">Somebody else has changed it since you began to write.</p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button size="sm" onClick={forget}>
                Take theirs
              </Button>
              <Button size="sm" onClick={() => setDraft({ ...draft, version: first.version })}>
                Keep mine
              </Button>
            </div>
          </div>
        )}
        <FieldsOfDisclosure
          fields={draft.fields}
          error={save.error}
          onChange={(change) => setDraft({ ...draft, fields: { ...draft.fields, ...change } })}
        />
        {beside && (
          <p role="alert" className="text-sm text-critical">
            {beside}{' '}
            {openDraft && (
              <button type="button" className="font-medium underline" onClick={() => onSaved({ id: openDraft })}>
                Open that draft
              </button>
            )}
          </p>
        )}
      </form>
    </Dialog>
  )
}

function titleOf(disclosure: Disclosure | undefined): string {
  if (!disclosure) return 'New disclosure'
  return disclosure.status === 'published' ? 'New version of the disclosure' : 'Edit the disclosure'
}

/** The draft that is to replace a published disclosure already. */
const openDraftOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'disclosure_draft_open' ? String(error.problem.draft_id) : undefined
