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
import { problemAt, problemBeside } from '../../../shared/refusal.ts'
import { invalidatePages } from '../queries.ts'
import { FindVendor } from './find-vendor.tsx'

const PATHS = ['purpose', 'data_categories', 'locations', 'effective_at']

interface Props {
  page: Page
  /** Slugs of those that are on the page. */
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
      toast.ok(`${display_name} is on the page`)
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
  const beside = problemBeside(add.error, PATHS)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add a subprocessor"
      description={page.published ? 'Readers see it as soon as it is added.' : undefined}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" type="submit" form="add-subprocessor" disabled={!vendor} busy={add.isPending}>
            Add to the page
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
              Another
            </Button>
          </p>
          <Field label="Purpose" error={problemAt(add.error, 'purpose')} hint="What it does for you">
            <Input
              autoFocus
              value={draft.purpose}
              onChange={({ target }) => set({ purpose: target.value })}
              maxLength={200}
              placeholder="Hosting and storage"
            />
          </Field>
          <Field
            label="Data"
            error={problemAt(add.error, 'data_categories')}
            hint="Kinds of data, with commas between them"
          >
            <Input
              value={draft.data}
              onChange={({ target }) => set({ data: target.value })}
              placeholder="customer data"
            />
          </Field>
          <Field label="Locations" error={problemAt(add.error, 'locations')} hint="With commas between them">
            <Input
              value={draft.places}
              onChange={({ target }) => set({ places: target.value })}
              placeholder="Germany, Ireland"
            />
          </Field>
          <Field label="In use from" error={problemAt(add.error, 'effective_at')}>
            <Input type="date" value={draft.from} onChange={({ target }) => set({ from: target.value })} />
          </Field>
          {beside && (
            <p role="alert" className="text-sm text-critical">
              {beside}
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
