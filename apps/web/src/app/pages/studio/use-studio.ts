// The generation in the address, and its running pipeline.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PipelineRequest } from '@veritrace/contract/casework/studio'
import { ApiError } from '@veritrace/contract/client'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { afterEvent, followPipeline, IDLE, idIn, type Live } from './pipeline-stream.ts'
import { resultOf, type StudioResult } from './result.ts'

const NOTHING: StudioResult = {}

export function useStudio() {
  const { generation: id } = useSearch({ from: '/app/studio' })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [live, setLive] = useState<Live>(IDLE)
  const work = useRef<AbortController>(undefined)
  /** Ids of generations started here. Their text is already in the editor, and may have changed since. */
  const ours = useRef(new Set<string>())
  useEffect(() => () => work.current?.abort(), [])

  const query = useQuery({
    queryKey: ['generation', id],
    queryFn: () => api.generations.get({ params: { id: id! } }),
    enabled: id !== undefined,
  })
  const show = (next: string | undefined) =>
    navigate({ to: '/studio', search: (prev) => ({ ...prev, generation: next }) })

  const run = async (request: PipelineRequest): Promise<void> => {
    work.current?.abort()
    work.current = new AbortController()
    const { signal } = work.current
    let own = request.generation_id
    setLive({ ...IDLE, id: own, isRunning: true })
    const refresh = () => queries.invalidateQueries({ queryKey: ['generation', own] })
    try {
      await followPipeline(request, signal, (event) => {
        const named = idIn(event)
        if (named && named !== own) {
          own = named
          ours.current.add(named)
          void show(named)
        }
        setLive((was) => ({ ...afterEvent(was, event), id: own }))
        if (event.event === 'step' && (event.data as { state: string }).state !== 'running') void refresh()
      })
      if (signal.aborted) return
      // Stays running until the result is loaded. Otherwise the stream would look interrupted and be resumed.
      await Promise.all([refresh(), queries.invalidateQueries({ queryKey: ['generations'] })])
      setLive((was) => (signal.aborted ? was : { ...was, isRunning: false }))
    } catch (error) {
      if (!signal.aborted) setLive((was) => ({ ...was, isRunning: false, error: explain(error) }))
    }
  }

  /** The stream reports the end. A pipeline that has just finished responds with 409, which is not an error here. */
  const stop = async (): Promise<void> => {
    if (!live.id) return
    await api.generations.cancel({ params: { id: live.id } }).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 409))
        toast.error('Could not stop the pipeline', explain(error))
    })
  }

  // Resumes the stream of a generation that is still running, for example after a reload.
  const isInterrupted = query.data?.state === 'running' && !live.isRunning && live.error === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each running generation
  useEffect(() => {
    if (isInterrupted && id) void run({ generation_id: id, save: true })
  }, [isInterrupted, id])

  return {
    id,
    query,
    generation: query.data,
    result: query.data ? resultOf(query.data) : NOTHING,
    // After navigating back, progress of another generation must not be shown.
    live: live.isRunning || live.error || live.id === id ? live : IDLE,
    run,
    stop,
    show: (next: string | undefined) => {
      work.current?.abort()
      setLive(IDLE)
      return show(next)
    },
    isOurs: (one: string) => ours.current.has(one),
  }
}
export type StudioWork = ReturnType<typeof useStudio>
