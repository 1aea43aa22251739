import type { Page } from '@veritrace/contract/provenance/pages'
import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { usePublish } from './use-publish.ts'

export function Unpublish({ page }: { page: Page }) {
  const [asking, setAsking] = useState(false)
  const { run, isBusy } = usePublish(page, false, () => setAsking(false))
  return (
    <>
      <Button disabled={!may('admin')} title={whyNot('admin')} onClick={() => setAsking(true)}>
        <EyeOff /> Unpublish
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={`Unpublish ${page.display_name}?`}
        action="Unpublish"
        onConfirm={run}
        busy={isBusy}
      >
        Visitors of <span className="font-mono text-xs wrap-anywhere">/trust/{page.slug}</span> will find nothing there.
        Your content stays, and you can publish it again.
      </Confirm>
    </>
  )
}
