import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Page } from '@veritrace/contract/provenance/pages'
import { useOnce } from '../../../shared/use-once.ts'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { isStale } from '../../shared/refusal.ts'
import { invalidatePages, pageQuery } from './queries.ts'

/** The step to the public or back, for the version that is on screen. */
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
      toast.ok(published ? `${now.display_name} is public` : `${now.display_name} is not public any more`)
    },
    onError: (error) =>
      toast.error(
        published ? 'The page was not published' : 'The page was not unpublished',
        isStale(error) ? 'Somebody has changed it meanwhile. Look at it, then try again.' : explain(error),
      ),
    // What was refused has changed what stands in the way.
    onSettled: () => {
      onDone()
      return invalidatePages(queries)
    },
  })
  return { run: useOnce(() => step.mutateAsync()), isBusy: step.isPending }
}
