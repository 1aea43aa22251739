// Compares releases, objects or plan versions.
import { Segmented } from '../../../../ui/page-tabs.tsx'
import { useAddress } from '../use-address.ts'
import { CompareObjects } from './compare-objects.tsx'
import { ComparePlans } from './compare-plans.tsx'
import { CompareReleases } from './compare-releases.tsx'

const KINDS = ['releases', 'objects', 'plans'] as const
type Kind = (typeof KINDS)[number]
const LABELS: Record<Kind, string> = { releases: 'Releases', objects: 'Objects', plans: 'Plan versions' }

export default function CompareTab() {
  const { params, setParams } = useAddress()
  const kind = KINDS.find((one) => one === params.kind) ?? 'releases'
  const choose = (next: Kind) => setParams({ kind: next, from: undefined, to: undefined, state: undefined })
  const picker = (
    <Segmented
      label="Compare"
      value={kind}
      onChange={choose}
      options={KINDS.map((value) => ({ value, label: LABELS[value] }))}
    />
  )
  if (kind === 'objects') return <CompareObjects picker={picker} />
  if (kind === 'plans') return <ComparePlans picker={picker} />
  return <CompareReleases picker={picker} />
}
