// Pages of an agreement: its points, and its objects. Chosen in memory; the evidence of a page is read for the page alone.
import type {
  AgreementObject,
  AgreementPoint,
  AgreementReason,
  agreement,
} from '@veritrace/contract/casework/agreement'
import type { Query } from '@veritrace/contract/endpoint'
import type { Casework } from '../deps.ts'
import { ACCESSES } from '../estate/estate.ts'
import { shortForm } from '../model/artifacts.ts'
import type { Scope } from '../model/space.ts'
import { keyOf, type Point } from './compare.ts'
import { pageOf } from './pages-store.ts'
import { byCheck, countStates, type ReadAgreement } from './read-agreement.ts'
import { EXPLANATIONS } from './reasons.ts'
import { listTold, listUsePlaces, type Told, type UsePlace } from './store.ts'

type PointsQuery = Query<typeof agreement.points>
type ObjectsQuery = Query<typeof agreement.objects>

export async function listPoints(db: Casework['db'], scope: Scope, read: ReadAgreement, query: PointsQuery) {
  const { state = 'disagreed', reason, object } = query
  const isMeant = ({ state: of }: Point): boolean =>
    state === 'all' || (state === 'disagreed' ? of !== 'agreed' && of !== 'not_comparable' : of === state)
  const meant = chosen(read, query).filter(
    (point) =>
      isMeant(point) && (!reason || point.reason === reason) && (!object || shortForm(point.object) === object),
  )
  const name = ['atc', scope.tenant, scope.workspace, read.projectId, read.target.profile_id, ...wordsOf(query)].join(
    '\n',
  )
  const page = await pageOf(name, query, meant, keyOf)
  return { items: await viewPoints(db, scope, page.items), next: page.next, total: meant.length }
}

export async function listObjects(scope: Scope, read: ReadAgreement, query: ObjectsQuery) {
  const objects = [...Map.groupBy(chosen(read, query), ({ object }) => shortForm(object)).values()]
  const name = ['atc objects', scope.tenant, scope.workspace, read.projectId, read.target.profile_id, ...wordsOf(query)]
  const page = await pageOf(name.join('\n'), query, objects, ([first]) => keyOf(first!))
  const view = (points: readonly Point[]): AgreementObject => ({
    ...{ ...points[0]!.object, package: points[0]!.package, counts: countStates(points) },
    checks: byCheck(points).map(({ check, points: of }) => ({
      id: check.id,
      title: check.title,
      counts: countStates(of),
    })),
  })
  return { items: page.items.map(view), next: page.next, total: objects.length }
}

/** A cursor belongs to the list that it was made for. */
const wordsOf = ({ check = '', q = '', ...rest }: PointsQuery | ObjectsQuery): string[] => [
  ...[check, q],
  ...('state' in rest ? [rest.state ?? '', rest.reason ?? '', rest.object ?? ''] : []),
]

function chosen({ points }: ReadAgreement, { check, q }: { check?: string; q?: string }): readonly Point[] {
  const part = q?.toUpperCase()
  if (!check && !part) return points
  return points.filter(
    (point) =>
      (!check || point.check.id === check) &&
      (!part || point.object.name.toUpperCase().includes(part) || point.subject.name.toUpperCase().includes(part)),
  )
}

async function viewPoints(db: Casework['db'], scope: Scope, points: readonly Point[]): Promise<AgreementPoint[]> {
  const told = await listTold(
    db,
    scope,
    points.flatMap(({ atc }) => atc?.first ?? []),
  )
  const usePlaces = await listUsePlaces(
    db,
    scope,
    points.flatMap(({ ours }) => ours?.use ?? []),
  )
  const toldBy = new Map(told.map((one) => [`${one.evidence_id} ${one.place}`, one]))
  const placesByKey = new Map(usePlaces.map((one) => [placeKey(one), one]))
  return points.map((point) => viewPoint(point, toldBy, placesByKey))
}

const placeKey = ({ evidence_id, from_place, to_place, access }: Omit<UsePlace, 'line' | 'file'>): string =>
  [evidence_id, from_place, to_place, access].join(' ')

function viewPoint(
  { state, reason, object, check, subject, atc, ours }: Point,
  told: ReadonlyMap<string, Told>,
  usePlaces: ReadonlyMap<string, UsePlace>,
): AgreementPoint {
  const words = atc && told.get(`${atc.first.evidence_id} ${atc.first.place}`)
  return {
    ...{ state, reason, explanation: reason ? explained(reason) : 'Both say the same.', object, subject },
    check: { id: check.id, title: check.title },
    atc: atc && {
      ...{ evidence_id: atc.first.evidence_id, priority: atc.priority, message_id: atc.first.message_id },
      ...{ message: words?.message ?? '', line: words?.line ?? null, findings: atc.findings, exempted: atc.exempted },
    },
    ours: ours && viewOurs(ours, usePlaces),
  }
}

const explained = (reason: AgreementReason): string => EXPLANATIONS[reason]

function viewOurs({ object, use, technique }: NonNullable<Point['ours']>, usePlaces: ReadonlyMap<string, UsePlace>) {
  if (technique) {
    const { kind, code, priority, file, line } = technique
    const where = { file, line: line || null }
    return {
      evidence_id: object.evidence_id,
      level: code,
      rule: kind,
      priority,
      access: 'technique',
      sites: 1,
      ...where,
    }
  }
  if (!use) return null
  const { evidence_id, from, to, access, code, rule, priority, sites } = use
  const place = usePlaces.get(placeKey({ evidence_id, from_place: from, to_place: to, access }))
  const where = { file: place?.file ?? '', line: place?.line || null }
  return { evidence_id, level: code, rule, priority, access: ACCESSES[access]!, sites, ...where }
}
