// Search results of the server in the palette: objects, cases, projects, documents and Studio output.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileText, Folder, FolderKanban, PencilRuler } from 'lucide-react'
import { Level } from '../../ui/level.tsx'
import { api } from '../api.ts'
import { usePackLabels } from '../shared/resolution/use-pack-labels.ts'
import { usePack } from '../shared/use-pack.ts'
import { targetQuery, useTarget } from '../shared/use-target.ts'
import { Group, Item } from './palette-parts.tsx'

interface Props {
  asked: string
  /** Closes the palette and runs the action. */
  go(run: () => unknown): () => void
}
const MAX_PER_GROUP = 5

export function PaletteFound({ asked, go }: Props) {
  const navigate = useNavigate()
  const { id: target } = useTarget()
  const { codes, labels } = usePack()
  const packLabels = usePackLabels()
  const { objects, cases, projects, documents, generations } = useFound(asked, target)
  const search = (q: string) => navigate({ to: '/investigate', search: { tab: 'search', q } })
  return (
    <>
      {objects.length > 0 && (
        <Group heading="Objects">
          {objects.map(({ id, type, name, rating }) => (
            <Item key={id} value={id} keywords={[name, asked]} onSelect={go(() => search(`${type}:${name}`))}>
              <Level code={rating.code} codes={codes} label={labels[rating.code] ?? rating.code} />
              <span className="flex-1 truncate font-mono text-xs">{name}</span>
              <span className="text-xs text-ink-3">{packLabels.type(type)}</span>
            </Item>
          ))}
        </Group>
      )}
      {cases.length > 0 && (
        <Group heading="Cases">
          {cases.map(({ id, key, title }) => (
            <Item
              key={id}
              value={id}
              keywords={[key, title, asked]}
              onSelect={go(() => navigate({ to: '/cases/$id', params: { id: key } }))}
            >
              <FolderKanban />
              <span className="font-mono text-xs text-ink-3">{key}</span>
              <span className="flex-1 truncate">{title}</span>
            </Item>
          ))}
        </Group>
      )}
      {projects.length > 0 && (
        <Group heading="Projects">
          {projects.map(({ id, name }) => (
            <Item
              key={id}
              value={id}
              keywords={[name, asked]}
              onSelect={go(() => navigate({ to: '/home', search: { project: id } }))}
            >
              <Folder />
              <span className="flex-1 truncate">{name}</span>
            </Item>
          ))}
        </Group>
      )}
      {documents.length > 0 && (
        <Group heading="Documents">
          {documents.map(({ id, title }) => (
            <Item
              key={id}
              value={id}
              keywords={[title, asked]}
              onSelect={go(() => navigate({ to: '/investigate', search: { tab: 'corpus', document: id } }))}
            >
              <FileText />
              <span className="flex-1 truncate">{title}</span>
            </Item>
          ))}
        </Group>
      )}
      {generations.length > 0 && (
        <Group heading="Studio">
          {generations.map(({ id, title, kind }) => (
            <Item
              key={id}
              value={id}
              keywords={[title, asked]}
              onSelect={go(() =>
                kind === 'bundle'
                  ? navigate({ to: '/studio/bundle/$id', params: { id } })
                  : navigate({ to: '/studio', search: { generation: id } }),
              )}
            >
              <PencilRuler />
              <span className="flex-1 truncate">{title}</span>
              <span className="text-xs text-ink-3">{kind}</span>
            </Item>
          ))}
        </Group>
      )}
    </>
  )
}

/** Each group appears when its response arrives; a failed request only leaves its group out. */
function useFound(q: string, target: string | undefined) {
  const query = { q, limit: MAX_PER_GROUP }
  const objects = useQuery({
    queryKey: ['artifacts', 'palette', q, target],
    queryFn: () => api.artifacts.list({ query: { ...query, ...targetQuery(target) } }),
  })
  const cases = useQuery({ queryKey: ['cases', 'palette', q], queryFn: () => api.cases.list({ query }) })
  const projects = useQuery({ queryKey: ['project', 'palette', q], queryFn: () => api.projects.list({ query }) })
  const documents = useQuery({ queryKey: ['documents', 'palette', q], queryFn: () => api.documents.list({ query }) })
  const generations = useQuery({
    queryKey: ['generations', 'palette', q],
    queryFn: () => api.generations.list({ query }),
  })
  return {
    objects: objects.data?.items ?? [],
    cases: cases.data?.items ?? [],
    projects: projects.data?.items ?? [],
    documents: documents.data?.items ?? [],
    generations: generations.data?.items ?? [],
  }
}
