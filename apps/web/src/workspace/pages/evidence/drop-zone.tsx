import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { bytes } from '../../shared/bytes.ts'
import { MAX_BYTES } from './upload.ts'

interface Props {
  onFiles(files: File[]): void
  multiple?: boolean
  disabled?: boolean
}
/** Accepts dropped files, or files selected with the button. */
export function DropZone({ onFiles, multiple = false, disabled = false }: Props) {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (files: Iterable<File> | null | undefined) => {
    const given = [...(files ?? [])]
    if (given.length > 0 && !disabled) onFiles(multiple ? given : given.slice(0, 1))
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut, the button inside does the same
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-dashed border-line-control px-4 py-3',
        isOver && 'border-accent bg-accent-soft',
      )}
    >
      <FileUp aria-hidden className="size-5 text-ink-3" />
      <p className="min-w-40 flex-1 text-sm text-ink-2">
        Drop {multiple ? 'files' : 'a file'} here, up to {bytes(MAX_BYTES)}. {multiple ? 'Each file' : 'It'} is scanned
        for viruses, then reviewed.
      </p>
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        Select {multiple ? 'files' : 'a file'}
      </Button>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        hidden
        aria-label={multiple ? 'Files' : 'File'}
        onChange={({ target }) => {
          take(target.files)
          target.value = ''
        }}
      />
    </div>
  )
}
