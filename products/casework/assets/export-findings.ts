// Findings of a project as SARIF: what its objects use that the target does not accept, at the first place of each use.
import type { Asset, assets } from '@veritrace/contract/casework/assets'
import type { Body } from '@veritrace/contract/endpoint'
import type { Caller } from '@veritrace/platform/caller'
import { fail, notFound } from '@veritrace/platform/errors'
import type { OwnObject, OwnUse } from '../agreement/compare.ts'
import { type ReadAgreement, readAgreement } from '../agreement/read-agreement.ts'
import { listUsePositions, type UsePosition } from '../agreement/store.ts'
import { byRisk, type Finding, openFingerprints } from '../check/finding.ts'
import { asSarif } from '../check/formats/sarif.ts'
import { techniqueMessage, useMessage } from '../check/messages.ts'
import { compare } from '../check/policy.ts'
import { severitiesOf } from '../check/severities.ts'
import type { Casework } from '../deps.ts'
import { ACCESSES } from '../estate/estate.ts'
import { shortForm } from '../model/artifacts.ts'
import { scopeOf } from '../model/scope.ts'
import type { Scope } from '../model/space.ts'
import { openFindings } from '../rating/finding.ts'
import { findAsset } from './store.ts'
import { storeAsset } from './store-asset.ts'

type Asked = Body<typeof assets.findings>
const AT_ONCE = 5_000

export async function exportFindings(deps: Casework, caller: Caller, projectId: string, asked: Asked): Promise<Asset> {
  const scope = scopeOf(caller)
  const read = await readAgreement(deps, scope, projectId, asked.target)
  const baseline = asked.baseline_asset_id
    ? await readBaseline(deps, scope, projectId, asked.baseline_asset_id)
    : undefined
  const findings = (await findingsOf(deps, scope, read)).sort(byRisk)
  const { compared } = compare(findings, baseline)
  const { active, target, digest } = read
  return storeAsset(deps, caller, {
    projectId,
    ...{ kind: 'findings', format: asked.format, title: `Findings for ${target.label}`, filename: 'findings.sarif' },
    ...{ mediaType: 'application/sarif+json', params: { ...asked } },
    bytes: Buffer.from(asSarif({ pack: active.pack, target, lists: undefined, compared })),
    source: { digest, findings: findings.length },
  })
}

type PlacedUse = OwnUse & { object: OwnObject }

async function findingsOf(deps: Casework, scope: Scope, { active, target, sides }: ReadAgreement): Promise<Finding[]> {
  const { pack } = active
  const kindOf = openFindings(active)
  const severityOf = severitiesOf(pack)
  const counts = (code: string): boolean => code !== pack.scheme.unknown && !target.acceptable.includes(code)
  const fingerprint = openFingerprints()
  const objects = [...new Set(sides.ours.values())]
  const uses = objects.flatMap((object) =>
    object.uses.filter((use) => !use.isExempted && counts(use.code)).map((use): PlacedUse => ({ ...use, object })),
  )
  const findings: Finding[] = []
  for (let at = 0; at < uses.length; at += AT_ONCE) {
    const part = uses.slice(at, at + AT_ONCE)
    const positions = new Map((await listUsePositions(deps.db, scope, part)).map((one) => [keyOf(one), one]))
    for (const use of part) {
      const place = positions.get(keyOf({ ...use, from_place: use.from, to_place: use.to }))
      const access = ACCESSES[use.access]!
      const { object, reference, known, code: level, rule: decided_by, sites: places } = use
      const after = known?.successors.filter(({ terminal }) => terminal) ?? []
      const file = place?.file || `${object.name.toLowerCase()}.${object.type.toLowerCase()}`
      const { id: rule, rank } = kindOf({ reference, access, known })
      findings.push({
        fingerprint: fingerprint({ object, file, subject: reference.name, way: access }),
        ...{ rule, rank, level, severity: severityOf(level), object, reference, access, decided_by, file, places },
        ...{ line: place?.line ?? 0, message: useMessage(pack, { ...reference, access }, level, after) },
        successors: after.map(({ concept, named }) => concept ?? shortForm(named)),
      })
    }
  }
  for (const object of objects)
    for (const { kind, code, line, file } of object.techniques) {
      if (!counts(code)) continue
      const { id: rule, rank } = kindOf({ technology: { kind, code } })
      const path = file || `${object.name.toLowerCase()}.${object.type.toLowerCase()}`
      findings.push({
        fingerprint: fingerprint({ object, file: path, subject: kind, way: 'technique' }),
        ...{ rule, rank, level: code, severity: severityOf(code), object, technology: kind, decided_by: kind },
        ...{ file: path, line, places: 1, successors: [], message: techniqueMessage(pack, kind, code) },
      })
    }
  return findings
}

const keyOf = ({ evidence_id, from_place, to_place, access }: Omit<UsePosition, 'line' | 'file'>): string =>
  [evidence_id, from_place, to_place, access].join(' ')

/** Levels by fingerprint, from an earlier export. */
async function readBaseline({ db, blobs }: Casework, scope: Scope, projectId: string, assetId: string) {
  const asset = (await findAsset(db, scope, projectId, assetId)) ?? notFound('asset', assetId)
  if (asset.kind !== 'findings') fail('unacceptable', 'The baseline is not an export of findings.')
  const blob = (await blobs.get(asset.blob_key!)) ?? notFound('asset', assetId)
  const log = JSON.parse(
    Buffer.concat(await Array.fromAsync(blob.stream as AsyncIterable<Uint8Array>)).toString(),
  ) as Log
  return new Map(
    log.runs.flatMap(({ results }) =>
      results.map((one) => [one.partialFingerprints['veritraceCasework/v1'], one.properties.level] as const),
    ),
  )
}
interface Log {
  runs: {
    results: { partialFingerprints: { 'veritraceCasework/v1': string }; properties: { level: string } }[]
  }[]
}
