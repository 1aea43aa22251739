import { useQueryClient } from '@tanstack/react-query'
import type { EvidenceItem } from '@veritrace/contract/casework/evidence'
import { Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Status } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EvidenceState, useEvidence, yieldOf } from './evidence-status.tsx'
import { MappingDialog } from './mapping-dialog.tsx'

export interface Sent {
  key: string
  file: File
  progress: number
  abort: AbortController
  item?: EvidenceItem
  error?: string
}
interface Props {
  sent: Sent
  onStop(): void
  onRead?(item: EvidenceItem): void
}

export function UploadRow({ sent, onStop, onRead }: Props) {
  const { file, item, progress, error } = sent
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-sm">
      <span className="min-w-0 flex-1 truncate font-mono text-xs">{file.name}</span>
      {error && <span className="text-xs text-critical">{error}</span>}
      {!item && !error && <Sending progress={progress} name={file.name} onStop={onStop} />}
      {item && <UploadedFile given={item} {...(onRead && { onRead })} />}
    </li>
  )
}

const Sending = ({ progress, name, onStop }: { progress: number; name: string; onStop(): void }) => (
  <>
    <progress className="h-1.5 w-32 accent-accent" max={1} value={progress} aria-label={`Uploading ${name}`} />
    <Button variant="ghost" size="icon-sm" aria-label={`Cancel upload of ${name}`} title="Cancel" onClick={onStop}>
      <Square className="size-3!" />
    </Button>
  </>
)

function UploadedFile({ given, onRead }: { given: EvidenceItem; onRead?: Props['onRead'] }) {
  const item = useEvidence(given)
  const [isMapping, setMapping] = useState(false)
  const queries = useQueryClient()
  const onReadRef = useRef(onRead)
  onReadRef.current = onRead
  const isParsed = item.status === 'parsed' || item.status === 'parsed_with_warnings'
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, when the file is parsed
  useEffect(() => {
    if (!isParsed) return
    onReadRef.current?.(item)
    // Ratings and counts depend on the file.
    for (const key of ['evidence', 'readiness', 'project', 'artifacts'])
      void queries.invalidateQueries({ queryKey: [key] })
  }, [isParsed])
  return (
    <>
      {item.duplicate && <Status tone="neutral">duplicate</Status>}
      <span className="text-xs text-ink-3">{yieldOf(item) || item.status_reason}</span>
      <EvidenceState item={item} />
      {item.status === 'needs_mapping' && (
        <Button size="sm" onClick={() => setMapping(true)}>
          Map columns
        </Button>
      )}
      {isMapping && <MappingDialog item={item} onClose={() => setMapping(false)} />}
    </>
  )
}
