import { useQuery } from '@tanstack/react-query'
import type { Page, PublishReadiness } from '@veritrace/contract/provenance/pages'
import { Globe } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { plural } from '../../../ui/format.ts'
import { whyNot } from '../../shared/may.ts'
import { readinessQuery } from './queries.ts'
import { usePublish } from './use-publish.ts'

interface Props {
  page: Page
  isUnsaved: boolean
}
export function Publish({ page, isUnsaved }: Props) {
  const readiness = useQuery(readinessQuery(page.slug))
  const [asking, setAsking] = useState(false)
  const { run, isBusy } = usePublish(page, true, () => setAsking(false))
  const reason = useId()
  const obstacle = whyNot('admin') ?? (isUnsaved ? 'Save or discard your changes first' : gapOf(readiness.data))
  return (
    <div className="flex flex-col items-end gap-1 max-sm:items-start">
      <Button
        variant="solid"
        disabled={obstacle !== undefined}
        title={obstacle}
        aria-describedby={obstacle ? reason : undefined}
        onClick={() => setAsking(true)}
      >
        <Globe /> Publish
      </Button>
      {obstacle && (
        <span id={reason} className="text-xs text-ink-3">
          {obstacle}
        </span>
      )}
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={`Publish ${page.display_name}?`}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button variant="solid" busy={isBusy} onClick={run}>
              Publish
            </Button>
          </>
        }
      >
        <p className="text-sm text-ink-2">
          Everyone with the address{' '}
          <span className="font-mono text-xs wrap-anywhere">
            {location.host}/trust/{page.slug}
          </span>{' '}
          can read it{page.indexable ? ', and search engines may list it' : ''}. From then on, changes are public as
          soon as you save them.
        </p>
      </Dialog>
    </div>
  )
}

function gapOf(readiness: PublishReadiness | undefined): string | undefined {
  if (!readiness) return 'Checking readiness'
  const open = readiness.checks.filter(({ status }) => status === 'fail').length
  if (open > 0) return `${plural(open, 'check')} failed`
  return readiness.entitlement.allowed ? undefined : (readiness.entitlement.reason ?? 'Not included in your plan')
}
