// Why the server did not do it, in a line below the form: what its fields do not say themselves.
import { Link } from '@tanstack/react-router'
import { explain } from '../../../api.ts'
import { findings, isAt, isOfPlan, isStale } from '../../../shared/refusal.ts'

export const tell = (error: unknown): string =>
  isStale(error)
    ? 'Somebody has changed this meanwhile. What you see is read anew; look at it and try again.'
    : explain(error)

interface Props {
  error: unknown
  /** Those that say themselves what is wrong with them. */
  fields?: readonly string[]
}
export function Refusal({ error, fields = [] }: Props) {
  const found = findings(error)
  const others = found.filter((one) => !fields.some((field) => isAt(one, field)))
  if (!error || (found.length > 0 && others.length === 0)) return null
  return (
    <p role="alert" className="text-sm text-critical">
      {others.length > 0 ? others.map(({ path, message }) => `${path} ${message}`).join('; ') : tell(error)}{' '}
      {isOfPlan(error) && (
        <Link to="/billing" className="font-medium underline">
          See the plans
        </Link>
      )}
    </p>
  )
}
