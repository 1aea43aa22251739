import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Page, Subprocessor } from '@veritrace/contract/provenance/pages'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useOnce } from '../../../../shared/use-once.ts'
import { Button } from '../../../../ui/button.tsx'
import { Confirm } from '../../../../ui/dialog.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { api, explain, isMissing } from '../../../api.ts'
import { may, whyNot } from '../../../shared/may.ts'
import { invalidatePages } from '../queries.ts'

/** Asks for confirmation, because a vendor that is added again comes last. */
export function RemoveSubprocessor({ page, one }: { page: Page; one: Subprocessor }) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.pages.removeSubprocessor({ params: { slug: page.slug, vendor_slug: one.slug } }),
    onSuccess: () => toast.ok(`${one.display_name} removed`),
    onError: (error) => toast.error(`Could not remove ${one.display_name}`, explain(error)),
    onSettled: (_, error) => {
      setAsking(false)
      // Someone else may already have removed it.
      return !error || isMissing(error) ? invalidatePages(queries) : undefined
    },
  })
  const isLast = page.counts.subprocessors === 1
  return (
    <>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Remove ${one.display_name}`}
        disabled={!may('member')}
        title={whyNot('member')}
        onClick={() => setAsking(true)}
      >
        <Trash2 />
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={`Remove ${one.display_name}?`}
        action="Remove"
        onConfirm={useOnce(() => remove.mutateAsync())}
        busy={remove.isPending}
      >
        {page.published ? 'It disappears from the public page immediately. ' : ''}
        If you add it again, it comes last in the list.
        {isLast && page.published && ' It is the only one, so the public page will list no subprocessors.'}
      </Confirm>
    </>
  )
}
