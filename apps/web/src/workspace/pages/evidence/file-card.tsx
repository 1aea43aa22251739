import { useMutation } from '@tanstack/react-query'
import type { Evidence } from '@veritrace/contract/provenance/evidence'
import { Download, Snowflake } from 'lucide-react'
import { useOnce } from '../../../shared/use-once.ts'
import { Status, type Tone } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { bytes } from '../../shared/bytes.ts'
import { FactList, When } from '../../shared/fact-list.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { useChange, useRefreshEvidence } from './use-evidence.ts'

const SCANS: Readonly<Record<Evidence['scan_status'], { label: string; tone: Tone }>> = {
  pending: { label: 'Being scanned', tone: 'info' },
  clean: { label: 'No virus found', tone: 'positive' },
  infected: { label: 'Infected', tone: 'critical' },
  skipped: { label: 'Not scanned', tone: 'neutral' },
}

/** The file itself, as it lies in the store. */
export function FileCard({ evidence }: { evidence: Evidence }) {
  const { upload_status, scan_status, scan_detail, storage_tier, size_bytes, last_accessed_at } = evidence
  if (upload_status !== 'uploaded')
    return (
      <Card>
        <CardHead title="File" />
        <p className="px-4 py-3 text-sm text-ink-2">
          {upload_status === 'failed'
            ? 'The store has lost the file.'
            : 'No file was uploaded: only its title is known.'}
        </p>
      </Card>
    )
  const { label, tone } = SCANS[scan_status]
  return (
    <Card>
      <CardHead title="File" actions={<FileAction evidence={evidence} />} />
      <FactList
        facts={{
          Name: <span className="font-mono text-xs">{evidence.filename}</span>,
          Size: size_bytes !== null && bytes(size_bytes),
          Type: <span className="font-mono text-xs">{evidence.content_type}</span>,
          Viruses: <Status tone={tone}>{label}</Status>,
          Scanner: scan_status === 'clean' ? null : scan_detail,
          Storage: STORAGE[storage_tier],
          'Last read': last_accessed_at && <When at={last_accessed_at} />,
          'SHA-256': <span className="font-mono text-2xs">{evidence.sha256}</span>,
        }}
      />
    </Card>
  )
}

const STORAGE: Readonly<Record<Evidence['storage_tier'], string | null>> = {
  hot: null,
  cold: 'Cold: it has to be brought back before it can be read',
  restoring: 'On its way back from cold storage',
}

function FileAction({ evidence }: { evidence: Evidence }) {
  const { id, storage_tier, scan_status } = evidence
  const refresh = useRefreshEvidence()
  const change = useChange(evidence)
  const read = useMutation({
    mutationFn: () => api.evidence.url({ params: { id } }),
    onSuccess: (file) => {
      // The store names it an attachment: the page stays.
      if (file.storage_tier === 'hot') location.assign(file.url)
      return refresh()
    },
    onError: (error) => toast.error('The file was not handed out', explain(error)),
  })
  const readOnce = useOnce(() => read.mutateAsync())
  const bringBack = useOnce(async () => {
    await change.mutateAsync({ storage_tier: 'hot' }).then(
      () => toast.ok('The file is on its way back'),
      (error) => toast.error('The file was not asked for', explain(error)),
    )
  })
  if (storage_tier !== 'hot')
    return (
      <Button
        size="sm"
        busy={change.isPending || storage_tier === 'restoring'}
        disabled={!may('member')}
        title={whyNot('member')}
        onClick={bringBack}
      >
        <Snowflake />
        {storage_tier === 'cold' ? 'Bring it back' : 'Coming back'}
      </Button>
    )
  const isHeld = scan_status === 'pending' || scan_status === 'infected'
  return (
    <Button
      size="sm"
      busy={read.isPending}
      disabled={isHeld}
      title={isHeld ? 'Only files without viruses are handed out' : undefined}
      onClick={readOnce}
    >
      <Download />
      Download
    </Button>
  )
}
