import { Link } from '@tanstack/react-router'
import { useNewestCases } from '../../shared/newest-cases.ts'
import { useProject } from '../../shared/use-project.ts'

/** Labels by the prefix of the graph name. */
const KINDS: Record<string, string> = {
  case: 'Case',
  catalog: 'List',
  corpus: 'Guidance',
  decisions: 'Decisions',
  estate: 'Estate',
  pack: 'Pack labels',
}

/** Label of a named graph. Graphs of cases link to the case. */
export function GraphName({ name }: { name: string }) {
  const dot = name.indexOf('.')
  const [kind, id] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot + 1)]
  const cases = useNewestCases({ enabled: kind === 'case' })
  const { projects } = useProject()
  const label = KINDS[kind] ?? 'Graph'
  if (kind === 'case') {
    const found = cases.data?.items.find((one) => one.id === id)
    return (
      <Link to="/cases/$id" params={{ id }} className="text-accent hover:underline">
        {found ? `${label}: ${found.title}` : label}
      </Link>
    )
  }
  const project = kind === 'estate' ? projects.find((one) => one.id === id) : undefined
  return <>{project ? `${label}: ${project.name}` : label}</>
}
