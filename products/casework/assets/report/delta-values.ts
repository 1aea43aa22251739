// What the placeholders of a delta report stand for, as finished Markdown. Pure.
import type { RunDiff } from '@veritrace/contract/casework/runs'
import type { ObjectChange, ObjectChanges } from '../../runs/rules.ts'
import type { CaseDelta, Delta } from './compare-runs.ts'
import { bullets, code, escaped, table } from './markdown.ts'

const MOST_ROWS = 2_000

const CAUSES: Readonly<Record<RunDiff['causes'][number], string>> = {
  catalog: 'the lists have changed',
  evidence: 'other evidence was handed over',
  ruleset: 'the rules or their settings have changed',
  decisions: 'people have decided',
  target: 'another target was asked for',
  scope: 'the case is about other objects',
}

/** Where nothing can be compared the report says so, and says nothing of what was mended. */
export function deltaValues({ compared, alone, left }: Delta): Record<string, string> {
  const notes = [
    ...alone.map(({ key, why }) => `${code(key)}: ${why}.`),
    ...(left > 0 ? ['There are more cases than one report takes; name those that are wanted.'] : []),
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
    worse_table: movedTable(compared, 'worse') || 'Nothing has ceased to be acceptable.',
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
    `${fixed.length} became acceptable, ${worse.length} no longer are, ${added.length} are new, ` +
    `${gone.length} are gone, ${changed.length} have another level`
  const why = causes.map((cause) => CAUSES[cause]).join('; ')
  return `${code(key)}: ${counts}. ${why ? `What changed before it: ${why}.` : 'Both runs rest on the same.'}`
}

const movedTable = (compared: readonly CaseDelta[], kind: 'fixed' | 'worse'): string =>
  objectTable(compared, kind, ['Before', 'Now'], ({ from, to }) => [from ?? '-', to ?? '-'])

const newTable = (compared: readonly CaseDelta[]): string =>
  objectTable(compared, 'added', ['Level', 'Acceptable'], ({ to, isFine }) => [to ?? '-', isFine ? 'yes' : 'no'])

const goneTable = (compared: readonly CaseDelta[]): string =>
  objectTable(compared, 'gone', ['Level then'], ({ from }) => [from ?? '-'])

/** What does not fit is counted below. */
function objectTable(
  compared: readonly CaseDelta[],
  kind: Exclude<keyof ObjectChanges, 'delta'>,
  columns: readonly string[],
  cells: (change: ObjectChange) => string[],
): string {
  const all = compared.flatMap(({ key, changes }) => changes[kind].map((change) => ({ key, change })))
  const rows = all.slice(0, MOST_ROWS).map(({ key, change }) => [code(key), code(change.form), ...cells(change)])
  const shown = table(['Case', 'Object', ...columns], rows)
  return all.length > MOST_ROWS ? `${shown}\n\nAnd ${all.length - MOST_ROWS} more.` : shown
}
