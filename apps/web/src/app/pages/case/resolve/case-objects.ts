// The objects of the case with their ratings: those of its project that its scope means.
import { useQuery } from '@tanstack/react-query'
import type { Artifact } from '@veritrace/contract/casework/artifacts'
import type { Case } from '@veritrace/contract/casework/cases'
import { api } from '../../../api.ts'
import { below, useCase } from '../queries.ts'

const PAGE = 200
const MOST = 4_000

interface CaseObjects {
  objects: readonly Artifact[]
  /** There are more than were asked for. */
  isCut: boolean
}

export function useCaseObjects() {
  const theCase = useCase()
  return useQuery({ queryKey: below(theCase, 'objects'), queryFn: () => readObjects(theCase), staleTime: 30_000 })
}

async function readObjects(theCase: Case): Promise<CaseObjects> {
  const { project_id, target, pack } = theCase
  if (project_id === null) return { objects: await readNamed(theCase), isCut: false }
  const objects: Artifact[] = []
  let cursor = ''
  do {
    const page = await api.artifacts.list({
      query: {
        project_id,
        kind: 'custom_object',
        target: target.profile_id,
        pack: pack.id,
        limit: PAGE,
        ...(cursor && { cursor }),
      },
    })
    objects.push(...page.items.filter((object) => isMeant(object, theCase)))
    cursor = page.next
  } while (cursor && objects.length < MOST)
  return { objects, isCut: cursor !== '' }
}

const AT_ONCE = 40

/** Without a project a case names things of the lists. */
const readNamed = ({ scope, target, pack }: Case): Promise<Artifact[]> =>
  Promise.all(
    scope.artifact_ids.slice(0, AT_ONCE).map(
      async (id) =>
        (await api.artifacts.get({
          params: { id },
          query: { target: target.profile_id, pack: pack.id },
        })) as Artifact,
    ),
  )

function isMeant(object: Artifact, { scope: { artifact_ids, selector } }: Case): boolean {
  const names = [object.id, object.iri, object.name, `${object.type}:${object.name}`]
  if (names.some((name) => artifact_ids.includes(name))) return true
  if (!selector) return false
  const { packages, name_globs, types, components, codes, owners, used } = selector
  const within = (values: readonly string[] | undefined, value: string) => !values?.length || values.includes(value)
  return (
    within(packages, object.estate?.package ?? '') &&
    within(types, object.type) &&
    within(codes, object.rating.code) &&
    within(owners, object.estate?.owner ?? '') &&
    within(components, String(object.attributes.component ?? '')) &&
    (!name_globs?.length || name_globs.some((glob) => globOf(glob).test(object.name))) &&
    (used === undefined || (object.estate?.usage.verdict === 'used') === used)
  )
}

const globOf = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    'i',
  )
