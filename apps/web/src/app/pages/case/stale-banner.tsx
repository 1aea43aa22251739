import { MAY } from '@veritrace/contract/casework/roles'
import { TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { staleReasons } from '../../shared/case/words.ts'
import { useMay } from '../../shared/use-me.ts'
import { useCase } from './queries.ts'
import { useInvestigate } from './use-investigate.ts'

/** Shown if something that the results are based on has changed. */
export function StaleBanner() {
  const theCase = useCase()
  const investigate = useInvestigate()
  const may = useMay(MAY.work)
  if (!theCase.stale.is || !theCase.latest_run || theCase.status === 'closed') return null
  return (
    <p
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-caution-line bg-caution-soft px-4 py-2 text-sm text-caution"
    >
      <TriangleAlert aria-hidden className="size-4" />
      <span className="min-w-0 flex-1">The results are stale: {staleReasons(theCase)}.</span>
      {may && (
        <Button size="sm" busy={investigate.isBusy} onClick={() => investigate.start()}>
          Investigate again
        </Button>
      )}
    </p>
  )
}
