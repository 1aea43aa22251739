import { Link } from '@tanstack/react-router'
import { useNewestCases } from '../../shared/newest-cases.ts'
import { useProject } from '../../shared/use-project.ts'

/** By the beginning of their names. */
const KINDS: Record<string, string> = {
  case: 'A case',
  catalog: 'A list',
  corpus: 'A source of guidance',
  decisions: 'Decisions',
  estate: 'What a project holds',
  pack: 'The words of a pack',
}

/** What a graph holds, in words; that of a case leads to it. */
export function GraphName({ name }: { name: string }) {
  const dot = name.indexOf('.')
  const [kind, id] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot + 1)]
  const cases = useNewestCases({ enabled: kind === 'case' })
  const { projects } = useProject()
  const words = KINDS[kind] ?? 'A graph'
  if (kind === 'case') {
    const found = cases.data?.items.find((one) => one.id === id)
    return (
      <Link to="/cases/$id" params={{ id }} className="text-accent hover:underline">
        {found ? `${words}: ${found.title}` : words}
      </Link>
    )
  }
  const project = kind === 'estate' ? projects.find((one) => one.id === id) : undefined
  return <>{project ? `What ${project.name} holds` : words}</>
}
