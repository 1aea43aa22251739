// Uploads files to a project one at a time, and shows their status until they are parsed.
import type { EvidenceItem } from '@veritrace/contract/casework/evidence'
import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { UploadRow } from './upload-row.tsx'
import { useUploads } from './use-uploads.ts'

interface Props {
  projectId: string
  onRead?(item: EvidenceItem): void
}

export function DropZone({ projectId, onRead }: Props) {
  const { sent, send, stop } = useUploads(projectId)
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void send([...event.dataTransfer.files])
  }
  return (
    <div className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside */}
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
          Drop files here: abapGit ZIP, ATC results, SUSG export, or lists as CSV. The file type is detected from the
          content.
        </p>
        <Button onClick={() => input.current?.click()}>Select files</Button>
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
            <UploadRow key={one.key} sent={one} onStop={() => stop(one)} {...(onRead && { onRead })} />
          ))}
        </ul>
      )}
    </div>
  )
}
