// The events of the workspace as short messages.

import slices from 'virtual:casework-lines'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { follow } from '../sse.ts'

interface Notice {
  id: string
  text: string
  at: string
  /** Id of the case, if the event is about one. */
  caseId?: string
}
interface WorkspaceEvent {
  action: string
  resource: { type: string; id: string; label: string }
  occurred_at: string
}

const MAX_NOTICES = 30
const PAUSE_MS = 700

export function useNotices() {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const [unread, setUnread] = useState(0)
  const queries = useQueryClient()
  useEffect(() => {
    const abort = new AbortController()
    const changed = new Set<string>()
    let later: ReturnType<typeof setTimeout> | undefined
    /** Batches invalidations, because a run sends many events per second. */
    const refresh = () => {
      later = undefined
      for (const type of changed) void queries.invalidateQueries({ queryKey: [type] })
      changed.clear()
    }
    follow(slices.notices.follow.path, {
      signal: abort.signal,
      onEvent: ({ id, data }) => {
        const { action, resource, occurred_at } = data as WorkspaceEvent
        const text = `${resource.label || resource.type}: ${action.split('.').pop()!.replaceAll('_', ' ')}`
        const about = resource.type === 'case' ? { caseId: resource.id } : {}
        setNotices((before) => [{ id, text, at: occurred_at, ...about }, ...before].slice(0, MAX_NOTICES))
        setUnread((n) => n + 1)
        changed.add(resource.type)
        later ??= setTimeout(refresh, PAUSE_MS)
      },
    }).catch(() => {})
    return () => {
      clearTimeout(later)
      abort.abort()
    }
  }, [queries])
  return { notices, unread, markRead: () => setUnread(0) }
}
