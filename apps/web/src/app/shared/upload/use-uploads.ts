// Files on their way, one after the other. They go on when somebody turns to another page of the app, and can be stopped.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import { explain } from '../../api.ts'
import { sendFile } from './send-file.ts'
import type { Sent } from './upload-row.tsx'

const STOPPED = 'Stopped; nothing of it was kept.'

export function useUploads(projectId: string) {
  const [sent, setSent] = useState<readonly Sent[]>([])
  const isHere = useRef(true)
  const queries = useQueryClient()
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const change = (key: string, part: Partial<Sent>) =>
    setSent((was) => was.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const sendOne = async ({ key, file, leave }: Sent) => {
    const { signal } = leave
    if (signal.aborted) return
    try {
      const item = await sendFile(projectId, file, { signal, onProgress: (progress) => change(key, { progress }) })
      change(key, { item, progress: 1 })
      if (!isHere.current) toast.ok(`${file.name} has been sent`)
    } catch (error) {
      if (signal.aborted) return
      change(key, { error: explain(error) })
      if (!isHere.current) toast.error(`${file.name} was not sent`, explain(error))
    }
  }
  const send = async (files: readonly File[]) => {
    const added = files.map((file) => ({ key: crypto.randomUUID(), file, progress: 0, leave: new AbortController() }))
    setSent((was) => [...added, ...was])
    // No browser keeps files for the page that comes after.
    addEventListener('beforeunload', askFirst)
    for (const one of added) await sendOne(one)
    removeEventListener('beforeunload', askFirst)
    void queries.invalidateQueries({ queryKey: ['evidence'] })
  }
  const stop = ({ key, leave }: Sent) => {
    leave.abort()
    change(key, { error: STOPPED })
  }
  return { sent, send, stop }
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
