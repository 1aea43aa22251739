import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@veritrace/contract/client'
import { Download } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Dropdown, DropdownItem } from '../../../ui/dropdown.tsx'
import { saveBlob } from '../../../ui/save.ts'
import { toast } from '../../../ui/toast.tsx'
import { callApi, explain } from '../../api.ts'
import { may, whyNot } from '../../shared/may.ts'

const FORMATS = [
  { format: 'csv', extension: 'csv', label: 'CSV', hint: 'For spreadsheets' },
  { format: 'ndjson', extension: 'ndjson', label: 'NDJSON', hint: 'One entry per line, with hashes' },
  { format: 'ocsf', extension: 'ocsf.ndjson', label: 'OCSF', hint: 'For a SIEM: API activity, class 6003' },
] as const
type Format = (typeof FORMATS)[number]

/** Exports the entries that match the filters. */
export function ExportMenu({ query }: { query: Record<string, string> }) {
  const save = useMutation({
    mutationFn: async ({ format, extension }: Format) => {
      const answer = await callApi(`/app/audit-log?${new URLSearchParams({ ...query, format })}`)
      if (!answer.ok) throw new ApiError('GET /app/audit-log', answer.status, await answer.json().catch(() => ({})))
      saveBlob(`audit-log.${extension}`, await answer.blob())
      return answer.headers.get('link') !== null
    },
    onSuccess: (hasMore) =>
      hasMore
        ? toast.info('Exported the newest 50,000 entries', 'To export older entries, select an earlier end date.')
        : toast.ok('Audit log exported'),
    onError: (error) => toast.error('Could not export the audit log', explain(error)),
  })
  return (
    <Dropdown
      trigger={
        <Button busy={save.isPending} disabled={!may('admin')} title={whyNot('admin')}>
          <Download />
          Export
        </Button>
      }
    >
      {FORMATS.map((one) => (
        <DropdownItem key={one.format} hint={one.hint} onClick={() => save.mutate(one)}>
          {one.label}
        </DropdownItem>
      ))}
    </Dropdown>
  )
}
