// Findings for a terminal: counts, then findings by kind with the most severe first, then whether the policy is met. Pure.
import { counted } from '../../model/counted.ts'
import type { Compared } from '../policy.ts'
import type { Result } from '../result.ts'
import { countBy } from './json.ts'

const MOST_SHOWN = 20

export function asText(result: Result): string {
  const { target, lists, checked, compared, violations, warnings, skipped, hasBaseline, gone } = result
  const levels = Object.entries(countBy(compared.map(({ finding }) => finding.level))).toSorted()
  const newCount = compared.filter(({ state }) => state === 'new').length
  return [
    `${counted(compared.length, 'finding', 'findings')} in ${counted(checked.objects, 'object', 'objects')} for ${target.label}`,
    ...(levels.length > 0 ? [`  ${levels.map(([level, count]) => `level ${level}: ${count}`).join('   ')}`] : []),
    ...(hasBaseline ? [`  ${newCount} new, ${compared.length - newCount} known, ${gone} gone since the baseline`] : []),
    ...(checked.unknown.names > 0
      ? [`  ${counted(checked.unknown.names, 'SAP object', 'SAP objects')} not in any list, and not counted`]
      : []),
    ...(checked.dynamic > 0 ? [`  ${counted(checked.dynamic, 'call is', 'calls are')} resolved only at run time`] : []),
    '',
    ...groupsOf(result),
    ...warnings.map((warning) => `Warning: ${warning}`),
    ...skipped.map(({ file, reason }) => `Skipped: ${file}. ${reason}`),
    `Lists of ${lists.date}, ${lists.source} at ${lists.commit}`,
    '',
    ...(violations.length > 0
      ? ['The policy is not met:', ...violations.map(({ message }) => `  ${message}`)]
      : ['The policy is met.']),
    '',
  ].join('\n')
}

/** With a baseline, unchanged findings are not listed. */
function groupsOf({ pack, compared, hasBaseline }: Result): string[] {
  const shown = hasBaseline ? compared.filter(({ state }) => state !== 'unchanged') : compared
  const titles = new Map(
    (pack.tables.finding?.rows ?? []).map(({ id, then }) => [String(then.finding ?? id), String(then.title ?? id)]),
  )
  const groups = Map.groupBy(shown, ({ finding }) => finding.rule)
  return [...groups]
    .toSorted(([, a], [, b]) => a[0]!.finding.rank - b[0]!.finding.rank)
    .flatMap(([rule, members]) => [
      `${titles.get(rule) ?? rule}: ${members.length}`,
      ...members.slice(0, MOST_SHOWN).map(lineOf),
      ...(members.length > MOST_SHOWN ? [`  … and ${members.length - MOST_SHOWN} more; --format json lists all`] : []),
      '',
    ])
}

const lineOf = ({ finding: { file, line, message }, state }: Compared): string =>
  `  ${file}:${line}  ${message}${state === 'updated' ? ' (the baseline has another level)' : ''}`
