import { useMutation } from '@tanstack/react-query'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { refusal } from '../../shared/case/refusal.ts'
import { useCase, useRefresh } from './queries.ts'

const UNDER_WAY = ['queued', 'running']

/** Begins a run, one at a time, and stops it. */
export function useInvestigate() {
  const { id, latest_run } = useCase()
  const refresh = useRefresh()
  const begin = useMutation({
    mutationFn: (force: boolean) => api.runs.investigate({ params: { id }, body: { force } }),
    onSuccess: refresh,
    onError: async (error) => {
      toast.error('The run did not begin', refusal(error))
      await refresh()
    },
  })
  const stop = useMutation({
    mutationFn: (runId: string) => api.runs.cancel({ params: { id, runId } }),
    onSuccess: refresh,
    onError: async (error) => {
      toast.error('The run was not stopped', refusal(error))
      await refresh()
    },
  })
  const isRunning = latest_run !== undefined && UNDER_WAY.includes(latest_run.state)
  return {
    start: (force = false) => begin.mutate(force),
    stop: (runId: string) => stop.mutate(runId),
    isRunning,
    isBusy: begin.isPending || isRunning,
    isStopping: stop.isPending,
  }
}
