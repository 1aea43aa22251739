// Files for a project: dropped or chosen, sent one after the other, and followed until they have been read.
import { useQueryClient } from '@tanstack/react-query'
import type { EvidenceItem } from '@veritrace/contract/casework/evidence'
import { FileUp } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { explain } from '../../api.ts'
import { sendFile } from './send-file.ts'
import { type Sent, UploadRow } from './upload-row.tsx'

interface Props {
  projectId: string
  onRead?(item: EvidenceItem): void
}

export function DropZone({ projectId, onRead }: Props) {
  const [sent, setSent] = useState<readonly Sent[]>([])
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const leave = useRef<AbortController>(undefined)
  const queries = useQueryClient()
  useEffect(() => () => leave.current?.abort(), [])

  const change = (key: string, part: Partial<Sent>) =>
    setSent((was) => was.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const send = async (files: readonly File[]) => {
    leave.current ??= new AbortController()
    const { signal } = leave.current
    const added = files.map((file) => ({ key: crypto.randomUUID(), file, progress: 0 }))
    setSent((was) => [...added, ...was])
    for (const { key, file } of added) {
      const onProgress = (progress: number) => change(key, { progress })
      await sendFile(projectId, file, { signal, onProgress })
        .then((item) => change(key, { item, progress: 1 }))
        .catch((error: unknown) => change(key, { error: explain(error) }))
    }
    void queries.invalidateQueries({ queryKey: ['evidence'] })
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void send([...event.dataTransfer.files])
  }
  return (
    <div className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut, the button inside does the same */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
        className={cn(
          'flex flex-wrap items-center gap-3 rounded-lg border border-dashed border-line-control px-4 py-3',
          isOver && 'border-accent bg-accent-soft',
        )}
      >
        <FileUp aria-hidden className="size-5 text-ink-3" />
        <p className="min-w-48 flex-1 text-sm text-ink-2">
          Drop files here: abapGit zip, ATC result, SUSG export, lists as CSV. What they are is found from their
          content.
        </p>
        <Button onClick={() => input.current?.click()}>Choose files</Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Files"
          onChange={({ target }) => {
            void send([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </div>
      {sent.length > 0 && (
        <ul className="divide-y divide-line-row rounded-lg border">
          {sent.map((one) => (
            <UploadRow key={one.key} sent={one} {...(onRead && { onRead })} />
          ))}
        </ul>
      )}
    </div>
  )
}
