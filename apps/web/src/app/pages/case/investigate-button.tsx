import { MAY } from '@veritrace/contract/casework/roles'
import { Button } from '../../../ui/button.tsx'
import { useMay } from '../../shared/use-me.ts'
import { useInvestigate } from './use-investigate.ts'

/** For views that are empty until the case has been investigated. */
export function InvestigateButton() {
  const investigate = useInvestigate()
  const may = useMay(MAY.work)
  return (
    <Button
      variant="solid"
      disabled={!may}
      title={may ? undefined : `Requires one of these roles: ${MAY.work.join(', ')}`}
      busy={investigate.isBusy}
      onClick={() => investigate.start()}
    >
      Investigate
    </Button>
  )
}
