import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@veritrace/contract/client'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useOnce } from '../../../../shared/use-once.ts'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { saveBlob } from '../../../../ui/save.ts'
import { toast } from '../../../../ui/toast.tsx'
import { callApi, explain } from '../../../api.ts'
import { bytes } from '../../../shared/bytes.ts'
import { may, whyNot } from '../../../shared/may.ts'

/** Downloads all data as one file. Its size is unknown in advance, so the button counts received bytes. */
export function TakeAway() {
  const [came, setCame] = useState(0)
  const take = useMutation({
    mutationFn: () => readExport(setCame),
    onSuccess: ({ name, blob }) => {
      saveBlob(name, blob)
      toast.ok('Data exported', `${name}, ${bytes(blob.size)}`)
    },
    onError: (error) => toast.error('Could not export your data', explain(error)),
    onSettled: () => setCame(0),
  })
  const takeOnce = useOnce(() => take.mutateAsync())
  return (
    <Card>
      <CardHead title="Export your data" />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
        <p className="min-w-0 flex-1 basis-72 text-sm text-ink-2">
          All data of your workspace as one JSON document: pages, disclosures, evidence, requests, vendors, statements,
          members and the audit log. Excludes secrets and the files of evidence.
        </p>
        <Button busy={take.isPending} disabled={!may('admin')} title={whyNot('admin')} onClick={takeOnce}>
          <Download />
          {take.isPending ? `Downloading… ${bytes(came)}` : 'Download'}
        </Button>
      </div>
    </Card>
  )
}

const CUT_OFF = 'The download is incomplete. Try again.'

async function readExport(onBytes: (came: number) => void): Promise<{ name: string; blob: Blob }> {
  const response = await callApi('/app/me/export')
  if (!response.ok) throw new ApiError('GET /app/me/export', response.status, await response.json().catch(() => ({})))
  const parts: Uint8Array<ArrayBuffer>[] = []
  let came = 0
  for await (const part of response.body!) {
    parts.push(part)
    came += part.length
    onBytes(came)
  }
  const blob = new Blob(parts, { type: 'application/json' })
  // The last field proves that the document is complete.
  if (!/"complete":\s*true\s*}\s*$/.test(await blob.slice(-64).text())) throw new Error(CUT_OFF)
  return {
    name: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export.json',
    blob,
  }
}
