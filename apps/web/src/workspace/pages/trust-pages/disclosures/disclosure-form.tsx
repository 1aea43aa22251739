import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@veritrace/contract/client'
import type { Disclosure } from '@veritrace/contract/provenance/disclosures'
import type { Page } from '@veritrace/contract/provenance/pages'
import type { FormEvent } from 'react'
import { useOnce } from '../../../../shared/use-once.ts'
import { useSessionStorage } from '../../../../shared/use-session-storage.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { isStale, otherProblem } from '../../../shared/refusal.ts'
import { blankFor, fieldsOf, newOf, PATHS, patchOf } from './disclosure-fields.ts'
import { FieldsOfDisclosure } from './fields-of-disclosure.tsx'
import { invalidateDisclosures } from './use-change.ts'

interface Props {
  page: Page
  /** Undefined for a new disclosure. */
  disclosure?: Disclosure
  onClose(): void
  onSaved(saved: Pick<Disclosure, 'id'>): void
}
/** Mounted only while open, so that it starts with the latest version unless there is a stored draft. */
export function DisclosureForm({ page, disclosure, onClose, onSaved }: Props) {
  const queries = useQueryClient()
  const first = { version: disclosure?.version ?? 0, fields: disclosure ? fieldsOf(disclosure) : blankFor(page) }
  const [draft, setDraft, forget] = useSessionStorage(`disclosure ${disclosure?.id ?? `new ${page.slug}`}`, first)
  // True if someone changed the disclosure after this draft was started.
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
      toast.ok(`“${saved.title}” saved`, saved.status === 'draft' ? 'Drafts are not visible to readers.' : undefined)
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
  const problem = isStale(save.error) ? undefined : otherProblem(save.error, PATHS)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={titleOf(disclosure)}
      description={
        disclosure?.status === 'published'
          ? 'The published version stays public until the new version is published.'
          : 'Readers can see it once it is reviewed and published.'
      }
      wide
      footer={
        <>
          <Button onClick={giveUp}>Discard</Button>
          <Button variant="solid" type="submit" form="disclosure" busy={save.isPending} disabled={isBehind}>
            Save draft
          </Button>
        </>
      }
    >
      <form id="disclosure" onSubmit={submit} className="flex flex-col gap-4">
        {isBehind && (
          <div role="alert" className="rounded-md border border-caution-line bg-caution-soft p-3 text-sm">
            <p className="font-medium">Someone else changed this while you were editing.</p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button size="sm" onClick={forget}>
                Use their version
              </Button>
              <Button size="sm" onClick={() => setDraft({ ...draft, version: first.version })}>
                Keep my version
              </Button>
            </div>
          </div>
        )}
        <FieldsOfDisclosure
          fields={draft.fields}
          error={save.error}
          onChange={(change) => setDraft({ ...draft, fields: { ...draft.fields, ...change } })}
        />
        {problem && (
          <p role="alert" className="text-sm text-critical">
            {problem}{' '}
            {openDraft && (
              <button type="button" className="font-medium underline" onClick={() => onSaved({ id: openDraft })}>
                View that draft
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
  return disclosure.status === 'published' ? 'New version' : 'Edit disclosure'
}

/** The id of the draft that already exists for a published disclosure. */
const openDraftOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'disclosure_draft_open' ? String(error.problem.draft_id) : undefined
