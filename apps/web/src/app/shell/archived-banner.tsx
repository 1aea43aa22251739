import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { api, explain } from '../api.ts'
import { changed, mayManage, useWorkspace } from '../shared/workspaces/use-workspaces.ts'

/** Shown above every page of an archived workspace. */
export function ArchivedBanner() {
  const queries = useQueryClient()
  const { data } = useWorkspace()
  const restore = useMutation({
    mutationFn: (id: string) => api.workspaces.restore({ params: { id } }),
    onSuccess: ({ name }) => {
      toast.ok(`Restored ${name}`)
      return changed(queries)
    },
    onError: (error) => toast.error('Could not restore the workspace', explain(error)),
  })
  if (data?.status !== 'archived') return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-sunken px-4 py-1.5 text-sm">
      <Archive aria-hidden className="size-4 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 basis-52 text-ink-2">This workspace is archived and read-only.</span>
      {mayManage && (
        <Button size="sm" busy={restore.isPending} onClick={() => restore.mutate(data.id)}>
          Restore
        </Button>
      )}
    </div>
  )
}
