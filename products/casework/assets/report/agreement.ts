// The agreement of our findings with ATC, as Markdown for a report.
import type { AgreementCounts, AgreementState } from '@veritrace/contract/casework/agreement'
import { listObjects, listPoints } from '../../agreement/list-points.ts'
import { readAgreement, viewAgreement } from '../../agreement/read-agreement.ts'
import type { Casework } from '../../deps.ts'
import { counted } from '../../model/counted.ts'
import type { Scope } from '../../model/space.ts'
import { code, escaped, share, table } from './markdown.ts'

const MAX_ROWS = 100
const STATES: readonly (readonly [AgreementState, string])[] = [
  ['agreed', 'Agreed'],
  ['rated_otherwise', 'Rated differently'],
  ['only_atc', 'Only ATC'],
  ['only_ours', 'Only ours'],
  ['not_comparable', 'Not comparable'],
]

export async function agreementValues(
  deps: Casework,
  scope: Scope,
  projectId: string,
  target: string,
): Promise<Record<string, string>> {
  const read = await readAgreement(deps, scope, projectId, target)
  const { runs, counts, share_agreed, checks, not_checked } = viewAgreement(read)
  if (runs.length === 0)
    return {
      agreement_summary: 'No ATC results were uploaded, so nothing can be compared.',
      ...{ agreement_table: '', agreement_objects_table: '', disagreements_table: '' },
    }
  const objects = await listObjects(scope, read, { limit: MAX_ROWS })
  const points = await listPoints(deps.db, scope, read, { limit: MAX_ROWS, state: 'disagreed' })
  const head = STATES.map(([, label]) => label)
  const agreed =
    share_agreed === null ? 'Nothing can be compared' : `${share(share_agreed)} of the comparable findings agree`
  const unchecked = `No ATC run covers ${counted(not_checked.objects, 'object')} with ${counted(not_checked.findings, 'Veritrace finding')}.`
  return {
    agreement_summary:
      `${agreed}: ${counts.agreed} agreed, ${counts.rated_otherwise} rated differently, ${counts.only_atc} only in ATC, ` +
      `${counts.only_ours} only ours. ${counts.not_comparable} cannot be compared. ${unchecked}`,
    agreement_table: table(
      ['Check', ...head],
      checks.map(({ title, counts: of }) => [escaped(title), ...cells(of)]),
    ),
    agreement_objects_table: table(
      ['Object', ...head],
      objects.items.map(({ type, name, counts: of }) => [code(`${type} ${name}`), ...cells(of)]),
    ),
    disagreements_table: table(
      ['Object', 'Subject', 'ATC', 'Ours', 'Why they may differ'],
      points.items.map(({ object, subject, atc, ours, explanation }) => [
        ...[code(`${object.type} ${object.name}`), code(`${subject.type} ${subject.name}`)],
        atc ? `priority ${atc.priority}${atc.line === null ? '' : `, line ${atc.line}`}` : 'no finding',
        ours ? `level ${ours.level}${ours.line === null ? '' : `, line ${ours.line}`}` : 'no finding',
        escaped(explanation),
      ]),
    ),
  }
}

const cells = (counts: AgreementCounts): string[] => STATES.map(([state]) => String(counts[state]))
