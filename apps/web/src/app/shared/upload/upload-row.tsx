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
  leave: AbortController
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
      {item && <Following given={item} {...(onRead && { onRead })} />}
    </li>
  )
}

const Sending = ({ progress, name, onStop }: { progress: number; name: string; onStop(): void }) => (
  <>
    <progress className="h-1.5 w-32 accent-accent" max={1} value={progress} aria-label={`Sending ${name}`} />
    <Button variant="ghost" size="icon-sm" aria-label={`Stop sending ${name}`} title="Stop" onClick={onStop}>
      <Square className="size-3!" />
    </Button>
  </>
)

function Following({ given, onRead }: { given: EvidenceItem; onRead?: Props['onRead'] }) {
  const item = useEvidence(given)
  const [maps, setMaps] = useState(false)
  const queries = useQueryClient()
  const told = useRef(onRead)
  told.current = onRead
  const isRead = item.status === 'parsed' || item.status === 'parsed_with_warnings'
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it has been read
  useEffect(() => {
    if (!isRead) return
    told.current?.(item)
    // What is rated and counted rests on it.
    for (const key of ['evidence', 'readiness', 'project', 'artifacts'])
      void queries.invalidateQueries({ queryKey: [key] })
  }, [isRead])
  return (
    <>
      {item.duplicate && <Status tone="neutral">known already</Status>}
      <span className="text-xs text-ink-3">{yieldOf(item) || item.status_reason}</span>
      <EvidenceState item={item} />
      {item.status === 'needs_mapping' && (
        <Button size="sm" onClick={() => setMaps(true)}>
          Name the columns
        </Button>
      )}
      {maps && <MappingDialog item={item} onClose={() => setMaps(false)} />}
    </>
  )
}
