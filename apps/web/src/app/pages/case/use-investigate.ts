import { useMutation } from '@tanstack/react-query'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { refusal } from '../../shared/case/refusal.ts'
import { useCase, useRefresh } from './queries.ts'

const ACTIVE = ['queued', 'running']

/** Starts a run, one at a time, and cancels it. */
export function useInvestigate() {
  const { id, latest_run } = useCase()
  const refresh = useRefresh()
  const start = useMutation({
    mutationFn: (force: boolean) => api.runs.investigate({ params: { id }, body: { force } }),
    onSuccess: refresh,
    onError: async (error) => {
      toast.error('The run was not started', refusal(error))
      await refresh()
    },
  })
  const cancel = useMutation({
    mutationFn: (runId: string) => api.runs.cancel({ params: { id, runId } }),
    onSuccess: refresh,
    onError: async (error) => {
      toast.error('The run was not canceled', refusal(error))
      await refresh()
    },
  })
  const isRunning = latest_run !== undefined && ACTIVE.includes(latest_run.state)
  return {
    start: (force = false) => start.mutate(force),
    cancel: (runId: string) => cancel.mutate(runId),
    isRunning,
    isBusy: start.isPending || isRunning,
    isCanceling: cancel.isPending,
  }
}
