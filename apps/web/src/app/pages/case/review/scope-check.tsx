import type { TransportSummary } from '@veritrace/contract/casework/plan-transports'

/** The differences between the planned and the transported objects. */
export function Scope({ check }: { check: TransportSummary['scope_check'] }) {
  if (check.extra.length === 0 && check.missing.length === 0)
    return <p className="text-xs text-positive">Matches the plan.</p>
  return (
    <div className="text-xs">
      {check.extra.length > 0 && (
        <p className="text-critical">
          Not in the plan: <span className="font-mono break-all">{check.extra.join(', ')}</span>
        </p>
      )}
      {check.missing.length > 0 && (
        <p className="text-caution">
          Planned but not transported:{' '}
          <span className="font-mono break-all">{check.missing.slice(0, 20).join(', ')}</span>
          {check.missing.length > 20 && ` and ${check.missing.length - 20} more`}
        </p>
      )}
    </div>
  )
}
