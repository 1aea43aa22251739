// Uploads files one at a time. Uploads continue on other pages of the app, and can be canceled.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import { explain } from '../../api.ts'
import { sendFile } from './send-file.ts'
import type { Sent } from './upload-row.tsx'

const STOPPED = 'Upload canceled. Nothing was stored.'

export function useUploads(projectId: string) {
  const [sent, setSent] = useState<readonly Sent[]>([])
  const isMounted = useRef(true)
  const queries = useQueryClient()
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const change = (key: string, part: Partial<Sent>) =>
    setSent((was) => was.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const sendOne = async ({ key, file, abort }: Sent) => {
    const { signal } = abort
    if (signal.aborted) return
    try {
      const item = await sendFile(projectId, file, { signal, onProgress: (progress) => change(key, { progress }) })
      change(key, { item, progress: 1 })
      if (!isMounted.current) toast.ok(`Uploaded ${file.name}`)
    } catch (error) {
      if (signal.aborted) return
      change(key, { error: explain(error) })
      if (!isMounted.current) toast.error(`Could not upload ${file.name}`, explain(error))
    }
  }
  const send = async (files: readonly File[]) => {
    const added = files.map((file) => ({ key: crypto.randomUUID(), file, progress: 0, abort: new AbortController() }))
    setSent((was) => [...added, ...was])
    // Leaving the app would abort the uploads.
    addEventListener('beforeunload', askFirst)
    for (const one of added) await sendOne(one)
    removeEventListener('beforeunload', askFirst)
    void queries.invalidateQueries({ queryKey: ['evidence'] })
  }
  const stop = ({ key, abort }: Sent) => {
    abort.abort()
    change(key, { error: STOPPED })
  }
  return { sent, send, stop }
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
