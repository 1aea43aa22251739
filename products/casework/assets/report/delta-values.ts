// The values for the placeholders of a delta report, as Markdown. Pure.
import type { RunDiff } from '@veritrace/contract/casework/runs'
import type { ObjectChange, ObjectChanges } from '../../runs/rules.ts'
import type { CaseDelta, Delta } from './compare-runs.ts'
import { bullets, code, escaped, table } from './markdown.ts'

const MAX_ROWS = 2_000

const CAUSES: Readonly<Record<RunDiff['causes'][number], string>> = {
  catalog: 'the lists have changed',
  evidence: 'the evidence has changed',
  ruleset: 'the rules or their settings have changed',
  decisions: 'decisions have changed',
  target: 'the target has changed',
  scope: 'the scope of the case has changed',
}

/** If nothing can be compared, the report says so and leaves out all tables. */
export function deltaValues({ compared, alone, left }: Delta): Record<string, string> {
  const notes = [
    ...alone.map(({ key, why }) => `${code(key)}: ${why}.`),
    ...(left > 0 ? ['The project has more cases than fit in one report. Select the cases to include.'] : []),
  ]
  if (compared.length === 0)
    return {
      compared: 'There is no earlier run to compare with, so this report cannot say what has changed.',
      causes_list: bullets(notes.length > 0 ? notes : ['No case of the project has been investigated.']),
    }
  return {
    compared: bullets(compared.map(spanOf)),
    distribution_delta_table: distributionTable(compared),
    causes_list: bullets([...compared.map(causesLine), ...notes]),
    fixed_table: movedTable(compared, 'fixed') || 'Nothing has become acceptable.',
    worse_table: movedTable(compared, 'worse') || 'Nothing has become unacceptable.',
    new_table: newTable(compared) || 'Nothing is new.',
    gone_table: goneTable(compared),
  }
}

const day = (time: string): string => time.slice(0, 10)

const spanOf = ({ key, title, before, after }: CaseDelta): string =>
  `${code(key)} ${escaped(title)}: from run ${before.n} (${day(before.finished_at)}, ${code(before.target)}) to run ` +
  `${after.n} (${day(after.finished_at)}, ${code(after.target)})`

const distributionTable = (compared: readonly CaseDelta[]): string =>
  table(
    ['Case', 'Level', 'Before', 'Now', 'Change'],
    compared.flatMap(({ key, before, after }) =>
      [...new Set([...Object.keys(after.distribution), ...Object.keys(before.distribution)])].flatMap((level) => {
        const [then, now] = [before.distribution[level] ?? 0, after.distribution[level] ?? 0]
        return then + now === 0 ? [] : [[code(key), level, String(then), String(now), signed(now - then)]]
      }),
    ),
  )

const signed = (number: number): string => (number > 0 ? `+${number}` : String(number))

function causesLine({ key, causes, changes }: CaseDelta): string {
  const { fixed, worse, added, gone, changed } = changes
  const counts =
    `${fixed.length} became acceptable, ${worse.length} became unacceptable, ${added.length} added, ` +
    `${gone.length} gone, ${changed.length} moved to another level`
  const why = causes.map((cause) => CAUSES[cause]).join('; ')
  return `${code(key)}: ${counts}. ${why ? `Reason: ${why}.` : 'Both runs had the same inputs.'}`
}

const movedTable = (compared: readonly CaseDelta[], kind: 'fixed' | 'worse'): string =>
  objectTable(compared, kind, ['Before', 'Now'], ({ from, to }) => [from ?? '-', to ?? '-'])

const newTable = (compared: readonly CaseDelta[]): string =>
  objectTable(compared, 'added', ['Level', 'Acceptable'], ({ to, isFine }) => [to ?? '-', isFine ? 'yes' : 'no'])

const goneTable = (compared: readonly CaseDelta[]): string =>
  objectTable(compared, 'gone', ['Previous level'], ({ from }) => [from ?? '-'])

/** Rows beyond the limit are only counted. */
function objectTable(
  compared: readonly CaseDelta[],
  kind: Exclude<keyof ObjectChanges, 'delta'>,
  columns: readonly string[],
  cells: (change: ObjectChange) => string[],
): string {
  const all = compared.flatMap(({ key, changes }) => changes[kind].map((change) => ({ key, change })))
  const rows = all.slice(0, MAX_ROWS).map(({ key, change }) => [code(key), code(change.form), ...cells(change)])
  const shown = table(['Case', 'Object', ...columns], rows)
  return all.length > MAX_ROWS ? `${shown}\n\nAnd ${all.length - MAX_ROWS} more.` : shown
}
