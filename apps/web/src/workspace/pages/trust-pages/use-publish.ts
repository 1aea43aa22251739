import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Page } from '@veritrace/contract/provenance/pages'
import { useOnce } from '../../../shared/use-once.ts'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { isStale } from '../../shared/refusal.ts'
import { invalidatePages, pageQuery } from './queries.ts'

/** Publishes or unpublishes the version on screen. */
export function usePublish(page: Page, published: boolean, onDone: () => void) {
  const queries = useQueryClient()
  const step = useMutation({
    mutationFn: () =>
      api.pages.update({
        params: { slug: page.slug },
        body: { published },
        headers: { 'if-match': `"${page.version}"` },
      }),
    onSuccess: (now) => {
      queries.setQueryData(pageQuery(page.slug).queryKey, now)
      toast.ok(published ? `“${now.display_name}” published` : `“${now.display_name}” unpublished`)
    },
    onError: (error) =>
      toast.error(
        published ? 'Could not publish the page' : 'Could not unpublish the page',
        isStale(error) ? 'Someone changed it in the meantime. Check it, then try again.' : explain(error),
      ),
    // Readiness may have changed even if the step failed.
    onSettled: () => {
      onDone()
      return invalidatePages(queries)
    },
  })
  return { run: useOnce(() => step.mutateAsync()), isBusy: step.isPending }
}
