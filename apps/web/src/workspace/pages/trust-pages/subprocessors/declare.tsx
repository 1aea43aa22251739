import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Page } from '@veritrace/contract/provenance/pages'
import { useOnce } from '../../../../shared/use-once.ts'
import { Button } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { api, explain } from '../../../api.ts'
import { may, whyNot } from '../../../shared/may.ts'
import { invalidatePages } from '../queries.ts'

/** Declares that the company uses no subprocessors. */
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
          ? 'The page declares that you use no subprocessors, but lists some. Remove the declaration.'
          : 'The page declares that you use no subprocessors. Adding a vendor removes the declaration.'}
      </p>
      <Button disabled={!may('member')} title={whyNot('member')} busy={isBusy} onClick={run}>
        Remove declaration
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
    onSuccess: () => toast.ok(no_subprocessors ? 'Declaration added' : 'Declaration removed'),
    onError: (error) => toast.error('Could not change the declaration', explain(error)),
    onSettled: () => invalidatePages(queries),
  })
  return { run: useOnce(() => declare.mutateAsync()), isBusy: declare.isPending }
}
