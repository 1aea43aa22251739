// The live stream of the workspace as short messages.

import slices from 'virtual:casework-lines'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { follow } from '../sse.ts'

interface Notice {
  id: string
  text: string
  at: string
  /** The case that it is about. */
  caseId?: string
}
interface Told {
  action: string
  resource: { type: string; id: string; label: string }
  occurred_at: string
}

const MOST = 30
const PAUSE_MS = 700

export function useNotices() {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const [unread, setUnread] = useState(0)
  const queries = useQueryClient()
  useEffect(() => {
    const leave = new AbortController()
    const changed = new Set<string>()
    let later: ReturnType<typeof setTimeout> | undefined
    /** A run says many things in a second; what they changed is read once. */
    const look = () => {
      later = undefined
      for (const type of changed) void queries.invalidateQueries({ queryKey: [type] })
      changed.clear()
    }
    follow(slices.notices.follow.path, {
      signal: leave.signal,
      onEvent: ({ id, data }) => {
        const { action, resource, occurred_at } = data as Told
        const text = `${resource.label || resource.type}: ${action.split('.').pop()!.replaceAll('_', ' ')}`
        const about = resource.type === 'case' ? { caseId: resource.id } : {}
        setNotices((before) => [{ id, text, at: occurred_at, ...about }, ...before].slice(0, MOST))
        setUnread((n) => n + 1)
        changed.add(resource.type)
        later ??= setTimeout(look, PAUSE_MS)
      },
    }).catch(() => {})
    return () => {
      clearTimeout(later)
      leave.abort()
    }
  }, [queries])
  return { notices, unread, markRead: () => setUnread(0) }
}
