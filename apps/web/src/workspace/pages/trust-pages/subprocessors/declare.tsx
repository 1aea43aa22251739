import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Page } from '@veritrace/contract/provenance/pages'
import { useOnce } from '../../../../shared/use-once.ts'
import { Button } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { api, explain } from '../../../api.ts'
import { may, whyNot } from '../../../shared/may.ts'
import { invalidatePages } from '../queries.ts'

/** To say that there are none, where none is named. */
export function Declare({ page }: { page: Page }) {
  const { run, isBusy } = useDeclaration(page, true)
  return (
    <Button disabled={!may('member')} title={whyNot('member')} busy={isBusy} onClick={run}>
      We use no subprocessors
    </Button>
  )
}

export function Declared({ page }: { page: Page }) {
  const { run, isBusy } = useDeclaration(page, false)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line-row bg-sunken px-4 py-3 text-sm">
      <p className="min-w-0 flex-1 basis-60">
        {page.counts.subprocessors > 0
          ? 'The page declares that there are none, and names some. Take the declaration back.'
          : 'The page declares that you use no subprocessors. Adding a vendor takes that back.'}
      </p>
      <Button disabled={!may('member')} title={whyNot('member')} busy={isBusy} onClick={run}>
        Take it back
      </Button>
    </div>
  )
}

function useDeclaration(page: Page, no_subprocessors: boolean) {
  const queries = useQueryClient()
  const declare = useMutation({
    mutationFn: () =>
      api.pages.update({
        params: { slug: page.slug },
        body: { no_subprocessors },
        headers: { 'if-match': `"${page.version}"` },
      }),
    onSuccess: () => toast.ok(no_subprocessors ? 'The page says that you use none' : 'The page declares nothing'),
    onError: (error) => toast.error('The declaration was not changed', explain(error)),
    onSettled: () => invalidatePages(queries),
  })
  return { run: useOnce(() => declare.mutateAsync()), isBusy: declare.isPending }
}
