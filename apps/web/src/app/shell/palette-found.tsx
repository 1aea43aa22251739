// What the server finds for the words of the palette: objects, cases, projects, documents, and what the studio has made.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileText, Folder, FolderKanban, PencilRuler } from 'lucide-react'
import { Level } from '../../ui/level.tsx'
import { api } from '../api.ts'
import { useWordsOfPack } from '../shared/resolution/use-words.ts'
import { usePack } from '../shared/use-pack.ts'
import { targetWord, useTarget } from '../shared/use-target.ts'
import { Group, Item } from './palette-parts.tsx'

interface Props {
  asked: string
  /** Leaves the palette and goes there. */
  go(run: () => unknown): () => void
}
const FEW = 5

export function PaletteFound({ asked, go }: Props) {
  const navigate = useNavigate()
  const { id: target } = useTarget()
  const { codes, labels } = usePack()
  const naming = useWordsOfPack()
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
              <span className="text-xs text-ink-3">{naming.type(type)}</span>
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
        <Group heading="Made in the studio">
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

/** Each part comes when it is there; one that does not come is missing and nothing else. */
function useFound(q: string, target: string | undefined) {
  const query = { q, limit: FEW }
  const objects = useQuery({
    queryKey: ['artifacts', 'palette', q, target],
    queryFn: () => api.artifacts.list({ query: { ...query, ...targetWord(target) } }),
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
