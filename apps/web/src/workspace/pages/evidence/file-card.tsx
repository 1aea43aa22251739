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
  pending: { label: 'Scanning', tone: 'info' },
  clean: { label: 'No viruses found', tone: 'positive' },
  infected: { label: 'Infected', tone: 'critical' },
  skipped: { label: 'Not scanned', tone: 'neutral' },
}

/** The stored file. */
export function FileCard({ evidence }: { evidence: Evidence }) {
  const { upload_status, scan_status, scan_detail, storage_tier, size_bytes, last_accessed_at } = evidence
  if (upload_status !== 'uploaded')
    return (
      <Card>
        <CardHead title="File" />
        <p className="px-4 py-3 text-sm text-ink-2">
          {upload_status === 'failed' ? 'The file is missing in the store.' : 'No file uploaded.'}
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
          'Virus scan': <Status tone={tone}>{label}</Status>,
          'Scan details': scan_status === 'clean' ? null : scan_detail,
          Storage: STORAGE[storage_tier],
          'Last downloaded': last_accessed_at && <When at={last_accessed_at} />,
          'SHA-256': <span className="font-mono text-2xs">{evidence.sha256}</span>,
        }}
      />
    </Card>
  )
}

const STORAGE: Readonly<Record<Evidence['storage_tier'], string | null>> = {
  hot: null,
  cold: 'Cold: restore it before you download it',
  restoring: 'Being restored from cold storage',
}

function FileAction({ evidence }: { evidence: Evidence }) {
  const { id, storage_tier, scan_status } = evidence
  const refresh = useRefreshEvidence()
  const change = useChange(evidence)
  const read = useMutation({
    mutationFn: () => api.evidence.url({ params: { id } }),
    onSuccess: (file) => {
      // The store sends it as an attachment, so the browser stays on this page.
      if (file.storage_tier === 'hot') location.assign(file.url)
      return refresh()
    },
    onError: (error) => toast.error('Could not download the file', explain(error)),
  })
  const readOnce = useOnce(() => read.mutateAsync())
  const restore = useOnce(async () => {
    await change.mutateAsync({ storage_tier: 'hot' }).then(
      () => toast.ok('Restoring the file'),
      (error) => toast.error('Could not restore the file', explain(error)),
    )
  })
  if (storage_tier !== 'hot')
    return (
      <Button
        size="sm"
        busy={change.isPending || storage_tier === 'restoring'}
        disabled={!may('member')}
        title={whyNot('member')}
        onClick={restore}
      >
        <Snowflake />
        {storage_tier === 'cold' ? 'Restore' : 'Restoring'}
      </Button>
    )
  const isBlocked = scan_status === 'pending' || scan_status === 'infected'
  return (
    <Button
      size="sm"
      busy={read.isPending}
      disabled={isBlocked}
      title={isBlocked ? 'Only scanned files without viruses can be downloaded' : undefined}
      onClick={readOnce}
    >
      <Download />
      Download
    </Button>
  )
}
