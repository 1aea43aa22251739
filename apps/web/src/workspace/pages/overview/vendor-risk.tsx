import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TrustCenterRisk } from '@veritrace/contract/provenance/risk'
import { Radar } from 'lucide-react'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { day, plural } from '../../../ui/format.ts'
import { Empty } from '../../../ui/states.tsx'
import { api } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'

const TONES: Readonly<Record<string, Tone>> = {
  low: 'positive',
  moderate: 'info',
  elevated: 'caution',
  high: 'critical',
}
const FEW = 6

/** The combined risk of the pinned vendors. */
export function VendorRisk() {
  const risk = useQuery({ queryKey: ['vendor', 'risk'], queryFn: () => api.risk.trustCenter() })
  return (
    <Card className="min-w-0">
      <CardHead
        title="Your vendors"
        hint={risk.data?.score != null ? `score ${Math.round(risk.data.score)} of 100` : undefined}
        actions={risk.data?.band && <Badge tone={TONES[risk.data.band] ?? 'neutral'}>{risk.data.band} risk</Badge>}
      />
      <Loaded query={risk} failed="Could not load the risk">
        {(found) => (found.pinned.total === 0 ? <NoVendors /> : <Drivers risk={found} />)}
      </Loaded>
    </Card>
  )
}

const NoVendors = () => (
  <Empty
    icon={Radar}
    title="No pinned vendors"
    action={
      <Link to="/vendors" className={buttonClass({})}>
        Pin a vendor
      </Link>
    }
  >
    Pin the vendors that process your data. We check their claims regularly and notify you of changes.
  </Empty>
)

function Drivers({ risk: { drivers, expiring, concentration } }: { risk: TrustCenterRisk }) {
  return (
    <div className="flex flex-col gap-4 px-4 py-3 text-sm">
      <section>
        <h3 className="label pb-1">Risk drivers</h3>
        {drivers.length === 0 ? (
          <p className="text-ink-2">Nothing stands out.</p>
        ) : (
          <ul className="flex flex-col gap-1">
            {drivers.slice(0, FEW).map(({ vendor_id, reason_code, message }) => (
              <li key={`${vendor_id} ${reason_code}`} className="wrap-anywhere">
                {message}
              </li>
            ))}
          </ul>
        )}
      </section>
      {expiring.length > 0 && (
        <section>
          <h3 className="label pb-1">Expiring certificates</h3>
          <ul className="flex flex-col gap-1">
            {expiring.slice(0, FEW).map(({ vendor_id, certification, valid_until }) => (
              <li key={`${vendor_id} ${certification}`}>
                {certification} <span className="text-ink-3">until {day(valid_until)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {concentration.length > 0 && (
        <section>
          <h3 className="label pb-1">Shared subprocessors</h3>
          <ul className="flex flex-col gap-1">
            {concentration.slice(0, FEW).map(({ subprocessor, vendor_count }) => (
              <li key={subprocessor} className="flex justify-between gap-2">
                <span className="min-w-0 truncate">{subprocessor}</span>
                <span className="shrink-0 text-ink-3">{plural(vendor_count, 'vendor')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
