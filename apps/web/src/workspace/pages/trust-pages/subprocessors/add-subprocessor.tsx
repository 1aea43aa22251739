import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Page } from '@veritrace/contract/provenance/pages'
import type { Vendor } from '@veritrace/contract/provenance/vendors'
import { type FormEvent, useState } from 'react'
import { useOnce } from '../../../../shared/use-once.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field, Input } from '../../../../ui/field.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { otherProblem, problemAt } from '../../../shared/refusal.ts'
import { invalidatePages } from '../queries.ts'
import { FindVendor } from './find-vendor.tsx'

const PATHS = ['purpose', 'data_categories', 'locations', 'effective_at']

interface Props {
  page: Page
  /** Slugs of the vendors on the page. */
  listed: readonly string[]
  onClose(): void
}
export function AddSubprocessor({ page, listed, onClose }: Props) {
  const queries = useQueryClient()
  const [vendor, setVendor] = useState<Vendor>()
  const [draft, setDraft] = useState({ purpose: '', data: '', places: '', from: '' })
  const set = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change })
  const add = useMutation({
    mutationFn: (to: Vendor) =>
      api.pages.addSubprocessor({
        params: { slug: page.slug },
        body: {
          vendor_slug: to.slug,
          purpose: draft.purpose.trim(),
          data_categories: listOf(draft.data),
          locations: listOf(draft.places),
          effective_at: draft.from ? `${draft.from}T00:00:00Z` : null,
        },
      }),
    onSuccess: async ({ display_name }) => {
      toast.ok(`${display_name} added`)
      await invalidatePages(queries)
      onClose()
    },
  })
  const addOnce = useOnce(async () => vendor && add.mutateAsync(vendor))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    addOnce()
  }
  const another = () => {
    add.reset()
    setVendor(undefined)
  }
  const problem = otherProblem(add.error, PATHS)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add subprocessor"
      description={page.published ? 'Readers see it immediately.' : undefined}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" type="submit" form="add-subprocessor" disabled={!vendor} busy={add.isPending}>
            Add to page
          </Button>
        </>
      }
    >
      {!vendor && <FindVendor listed={listed} onFound={setVendor} />}
      {vendor && (
        <form id="add-subprocessor" onSubmit={submit} className="flex flex-col gap-4">
          <p className="flex items-center gap-3 rounded-md border bg-sunken px-3 py-2 text-sm">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="font-medium">{vendor.display_name}</span>{' '}
              <span className="font-mono text-xs text-ink-3">{vendor.primary_domain}</span>
            </span>
            <Button size="sm" onClick={another}>
              Change
            </Button>
          </p>
          <Field label="Purpose" error={problemAt(add.error, 'purpose')} hint="What the vendor does for you">
            <Input
              autoFocus
              value={draft.purpose}
              onChange={({ target }) => set({ purpose: target.value })}
              maxLength={200}
              placeholder="Hosting and storage"
            />
          </Field>
          <Field label="Data categories" error={problemAt(add.error, 'data_categories')} hint="Separated by commas">
            <Input
              value={draft.data}
              onChange={({ target }) => set({ data: target.value })}
              placeholder="customer data"
            />
          </Field>
          <Field label="Locations" error={problemAt(add.error, 'locations')} hint="Separated by commas">
            <Input
              value={draft.places}
              onChange={({ target }) => set({ places: target.value })}
              placeholder="Germany, Ireland"
            />
          </Field>
          <Field label="In use since" error={problemAt(add.error, 'effective_at')}>
            <Input type="date" value={draft.from} onChange={({ target }) => set({ from: target.value })} />
          </Field>
          {problem && (
            <p role="alert" className="text-sm text-critical">
              {problem}
            </p>
          )}
        </form>
      )}
    </Dialog>
  )
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
