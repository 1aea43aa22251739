// The generation that the address names, and the work on it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PipelineRequest } from '@veritrace/contract/casework/studio'
import { ApiError } from '@veritrace/contract/client'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { afterEvent, followPipeline, idIn, type Live, QUIET } from './pipeline-stream.ts'
import { resultOf, type StudioResult } from './result.ts'

const NOTHING: StudioResult = {}

export function useStudio() {
  const { generation: id } = useSearch({ from: '/app/studio' })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [live, setLive] = useState<Live>(QUIET)
  const work = useRef<AbortController>(undefined)
  /** Those begun here: their text is in the editor already, and perhaps changed since. */
  const ours = useRef(new Set<string>())
  useEffect(() => () => work.current?.abort(), [])

  const query = useQuery({
    queryKey: ['generation', id],
    queryFn: () => api.generations.get({ params: { id: id! } }),
    enabled: id !== undefined,
  })
  const show = (next: string | undefined) =>
    navigate({ to: '/studio', search: (words) => ({ ...words, generation: next }) })

  const run = async (request: PipelineRequest): Promise<void> => {
    work.current?.abort()
    work.current = new AbortController()
    const { signal } = work.current
    let own = request.generation_id
    setLive({ ...QUIET, id: own, isRunning: true })
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
      // Only with what came of it on screen: else it would look cut, and be taken up again.
      await Promise.all([refresh(), queries.invalidateQueries({ queryKey: ['generations'] })])
      setLive((was) => (signal.aborted ? was : { ...was, isRunning: false }))
    } catch (error) {
      if (!signal.aborted) setLive((was) => ({ ...was, isRunning: false, error: explain(error) }))
    }
  }

  /** The stream tells its end; one that has just ended by itself has nothing to stop. */
  const stop = async (): Promise<void> => {
    if (!live.id) return
    await api.generations.cancel({ params: { id: live.id } }).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 409)) toast.error('It was not stopped', explain(error))
    })
  }

  // Whoever comes back to one that is still at work sees the rest of it.
  const isCut = query.data?.state === 'running' && !live.isRunning && live.error === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is found at work
  useEffect(() => {
    if (isCut && id) void run({ generation_id: id, save: true })
  }, [isCut, id])

  return {
    id,
    query,
    generation: query.data,
    result: query.data ? resultOf(query.data) : NOTHING,
    // After a step back in the history, what was told of another one says nothing here.
    live: live.isRunning || live.error || live.id === id ? live : QUIET,
    run,
    stop,
    show: (next: string | undefined) => {
      work.current?.abort()
      setLive(QUIET)
      return show(next)
    },
    isOurs: (one: string) => ours.current.has(one),
  }
}
export type StudioWork = ReturnType<typeof useStudio>
