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
  { format: 'csv', ending: 'csv', label: 'CSV', hint: 'For a spreadsheet' },
  { format: 'ndjson', ending: 'ndjson', label: 'NDJSON', hint: 'One entry a line, with its hashes' },
  { format: 'ocsf', ending: 'ocsf.ndjson', label: 'OCSF', hint: 'For a SIEM: API activity, class 6003' },
] as const
type Format = (typeof FORMATS)[number]

/** Everything that fits the filters as a file. */
export function ExportMenu({ query }: { query: Record<string, string> }) {
  const save = useMutation({
    mutationFn: async ({ format, ending }: Format) => {
      const answer = await callApi(`/app/audit-log?${new URLSearchParams({ ...query, format })}`)
      if (!answer.ok) throw new ApiError('GET /app/audit-log', answer.status, await answer.json().catch(() => ({})))
      saveBlob(`audit-log.${ending}`, await answer.blob())
      return answer.headers.get('link') !== null
    },
    onSuccess: (hasMore) =>
      hasMore
        ? toast.info('The newest 50,000 entries are saved', 'Choose an earlier end to export those before.')
        : toast.ok('The audit log is saved'),
    onError: (error) => toast.error('The audit log was not saved', explain(error)),
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
