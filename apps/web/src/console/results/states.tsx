// What is shown instead of results: an empty state, or an error with remedies.
import { Icon } from '../../ui/icons.tsx'
import type { ProblemDocument } from '../api.ts'
import { explain, type Remedy } from '../explain.ts'

const REMEDIES: Record<Remedy, string> = {
  limit: 'Add LIMIT 1000',
  workspace: 'Search the whole workspace',
  place: 'Go to error',
  'sign-in': 'Sign in',
  again: 'Try again',
}

interface FailureProperties {
  problem: ProblemDocument
  onRemedy?(remedy: Remedy): void
}

export function Failure({ problem, onRemedy }: FailureProperties) {
  const { title, advice, remedies } = explain(problem)
  const offered = remedies.filter((remedy) => remedy !== 'place' || problem.line !== undefined)
  return (
    <div className="state failure" role="alert">
      <Icon name="alert" />
      <div>
        <h3>{title}</h3>
        {problem.detail && problem.detail !== advice && <p className="said">{problem.detail}</p>}
        {advice && <p>{advice}</p>}
        {onRemedy && offered.length > 0 && (
          <p className="state-actions">
            {offered.map((remedy) => (
              <button key={remedy} type="button" className="tool" onClick={() => onRemedy(remedy)}>
                {REMEDIES[remedy]}
              </button>
            ))}
          </p>
        )}
        <p className="fine">
          {isOfServer(problem) ? <a href={`/docs/errors#${problem.code}`}>{problem.code}</a> : problem.code}
          {problem.status > 0 && ` · ${problem.status}`}
        </p>
      </div>
    </div>
  )
}

/** Other codes were set by this page and are not in the server's list. */
const isOfServer = ({ status, code }: ProblemDocument): boolean => status > 0 && code !== 'unknown'

interface EmptyProperties {
  title: string
  children?: React.ReactNode
}

export const Empty = ({ title, children }: EmptyProperties) => (
  <div className="state">
    <div>
      <h3>{title}</h3>
      {children}
    </div>
  </div>
)
