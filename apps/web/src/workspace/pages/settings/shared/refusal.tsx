// An error message below a form, for everything that its fields do not show themselves.
import { Link } from '@tanstack/react-router'
import { explain } from '../../../api.ts'
import { findings, isAt, isOfPlan, isStale } from '../../../shared/refusal.ts'

export const tell = (error: unknown): string =>
  isStale(error)
    ? 'Someone else changed this in the meantime. The page now shows the latest version: check it and try again.'
    : explain(error)

interface Props {
  error: unknown
  /** Fields that show their own errors. */
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
          View plans
        </Link>
      )}
    </p>
  )
}
