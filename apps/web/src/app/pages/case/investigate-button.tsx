import { MAY } from '@veritrace/contract/casework/roles'
import { Button } from '../../../ui/button.tsx'
import { useMay } from '../../shared/use-me.ts'
import { useInvestigate } from './use-investigate.ts'

/** Where a view is empty because nothing was investigated yet. */
export function InvestigateButton() {
  const investigate = useInvestigate()
  const may = useMay(MAY.work)
  return (
    <Button
      variant="solid"
      disabled={!may}
      title={may ? undefined : `For ${MAY.work.join(', ')}`}
      busy={investigate.isBusy}
      onClick={() => investigate.start()}
    >
      Investigate
    </Button>
  )
}
