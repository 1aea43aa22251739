// The input of the Studio: paste, drop or select a source.
import { FileArchive, FileUp, FlaskConical, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Dropdown, DropdownItem, DropdownLabel } from '../../../ui/dropdown.tsx'
import { Select } from '../../../ui/field.tsx'
import { later } from '../../../ui/later.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import type { LineMark } from './lines.ts'
import { KINDS, SAMPLES } from './samples.ts'
import type { SourceHandle } from './source-editor.tsx'
import type { Draft, DraftWork } from './use-draft.ts'

const SourceEditor = later(
  () => import('./source-editor.tsx'),
  () => <SkeletonText lines={8} />,
)

interface Props {
  work: DraftWork
  marks: readonly LineMark[]
  codes: readonly string[]
  onRun(): void
  handle: React.Ref<SourceHandle>
}
export function InputPane({ work, marks, codes, onRun, handle }: Props) {
  const { draft, round, isReading, replace, open, clear, write, setKind, pick } = work
  const [isOver, setIsOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) void open(file)
  }
  return (
    <section aria-label="Input" className="@container flex min-h-0 min-w-0 flex-col">
      <div className="flex min-h-11 items-center gap-1.5 border-b px-3 py-1">
        <h2 className="sr-only">Input</h2>
        <Select
          aria-label="Kind of input"
          className="w-36"
          value={draft.evidence ? 'evidence' : draft.kind}
          disabled={draft.evidence !== undefined}
          onChange={({ target }) => setKind(target.value as Draft['kind'])}
        >
          {KINDS.map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
          {draft.evidence && <option value="evidence">File</option>}
        </Select>
        <span className="min-w-0 flex-1 truncate font-mono text-xs text-ink-3">{draft.filename}</span>
        <Samples onChoose={replace} />
        <OpenFile onOpen={open} busy={isReading} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button above */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDropCapture={onDrop}
        className={cn(
          'relative min-h-0 flex-1 bg-surface',
          isOver && 'outline-2 -outline-offset-4 outline-accent outline-dashed',
        )}
      >
        {draft.evidence ? (
          <UploadedFile evidence={draft.evidence} onClear={clear} onAll={() => pick(undefined)} />
        ) : (
          <SourceEditor
            text={draft.text}
            round={round}
            marks={marks}
            codes={codes}
            onChange={write}
            onRun={onRun}
            handle={handle}
          />
        )}
        {!draft.evidence && draft.text === '' && (
          <p className="pointer-events-none absolute top-2.5 right-4 left-20 text-sm text-ink-3">
            Paste ABAP, CDS or a list of objects, drop a file or an abapGit ZIP, or start with a sample.
          </p>
        )}
      </div>
    </section>
  )
}

const Samples = ({ onChoose }: { onChoose(draft: Draft): void }) => (
  <Dropdown
    className="min-w-72"
    trigger={
      <Button variant="ghost" size="sm">
        <FlaskConical />
        <span className="@max-sm:sr-only">Samples</span>
      </Button>
    }
  >
    <DropdownLabel>Samples</DropdownLabel>
    {SAMPLES.map(({ title, hint, kind, text }) => (
      <DropdownItem key={title} hint={hint} onClick={() => onChoose({ title, kind, text })}>
        {title}
      </DropdownItem>
    ))}
  </Dropdown>
)

function OpenFile({ onOpen, busy }: { onOpen(file: File): void; busy: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="ghost" size="sm" busy={busy} onClick={() => input.current?.click()}>
        <FileUp />
        <span className="@max-sm:sr-only">{busy ? 'Reading…' : 'Open'}</span>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onOpen(file)
          target.value = ''
        }}
      />
    </>
  )
}

interface UploadedFileProps {
  evidence: NonNullable<Draft['evidence']>
  onClear(): void
  onAll(): void
}
const UploadedFile = ({ evidence: { name, object }, onClear, onAll }: UploadedFileProps) => (
  <div className="m-4 flex items-center gap-3 rounded-lg border bg-sunken px-4 py-3">
    <FileArchive aria-hidden className="size-5 text-ink-3" />
    <div className="min-w-0 flex-1">
      <p className="truncate font-mono text-sm">{name}</p>
      <p className="text-xs text-ink-2">
        {object ? `Open object: ${object}` : 'Stored as evidence of the project. Classify it, then open an object.'}
      </p>
    </div>
    {object && (
      <Button variant="ghost" size="sm" onClick={onAll}>
        All objects
      </Button>
    )}
    <Button variant="ghost" size="icon-sm" aria-label="Remove file" onClick={onClear}>
      <X />
    </Button>
  </div>
)
