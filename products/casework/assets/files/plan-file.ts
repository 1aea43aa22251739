// A plan in the format of another tool.
import type { PLAN_FORMATS } from '@veritrace/contract/casework/assets'
import type { PlanVersion } from '@veritrace/contract/casework/plan'
import { csvLine, shownCell } from '@veritrace/platform/csv'
import writeXlsx from 'write-excel-file/node'
import { bullets, days, escaped, table } from '../report/markdown.ts'
import { COLUMNS, type PlanRow } from './plan-rows.ts'
import { icalendar, mspdi } from './schedule.ts'

type Format = (typeof PLAN_FORMATS)[number]
interface PlanFile {
  ending: string
  mediaType: string
  write(plan: PlanVersion, rows: readonly PlanRow[]): Promise<string | Uint8Array> | string
}

const csv = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, ...rows].map(csvLine).join('')
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

export const PLAN_FILES: Readonly<Record<Format, PlanFile>> = {
  json: { ending: 'json', mediaType: 'application/json', write: (plan) => json(plan) },
  csv: {
    ending: 'csv',
    mediaType: 'text/csv; charset=utf-8',
    write: (_, rows) =>
      csv(
        COLUMNS,
        rows.map((row) => COLUMNS.map((name) => row[name])),
      ),
  },
  xlsx: {
    ending: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: (_, rows) => workbook(rows),
  },
  md: { ending: 'md', mediaType: 'text/markdown; charset=utf-8', write: markdown },
  jira_csv: {
    ending: 'csv',
    mediaType: 'text/csv; charset=utf-8',
    write: (_, rows) =>
      csv(
        ['Summary', 'Issue Type', 'Priority', 'Labels', 'Description', 'Original Estimate', 'Start date', 'Due date'],
        rows.map((row) => [
          ...[row.summary, 'Task', PRIORITIES[row.risk] ?? 'Medium'],
          ...[
            `wave-${row.wave} ${row.action}`,
            descriptionOf(row),
            `${Math.round(row.effort_p50 * 8)}h`,
            row.start,
            row.finish,
          ],
        ]),
      ),
  },
  github_json: {
    ending: 'json',
    mediaType: 'application/json',
    write: (plan, rows) =>
      json({
        milestones: plan.waves.map(({ n, title, finish }) => ({
          title: `Wave ${n}: ${title}`,
          ...(finish && { due_on: finish }),
        })),
        issues: rows.map((row) => ({
          title: row.summary,
          body: descriptionOf(row),
          labels: [row.action, `risk: ${row.risk}`],
          milestone: `Wave ${row.wave}: ${plan.waves.find(({ n }) => n === row.wave)?.title ?? ''}`,
        })),
      }),
  },
  mspdi_xml: { ending: 'xml', mediaType: 'application/xml', write: (plan) => mspdi(plan) },
  ics: { ending: 'ics', mediaType: 'text/calendar; charset=utf-8', write: (plan) => icalendar(plan) },
}

const PRIORITIES: Readonly<Record<string, string>> = { low: 'Low', medium: 'Medium', high: 'High' }

const descriptionOf = (row: PlanRow): string =>
  [
    `Objects (${row.objects}): ${row.object}`,
    `Effort: ${row.effort_p50} person-days (50% likely), ${row.effort_p80} (80% likely)`,
    ...(row.after ? [`After: ${row.after}`] : []),
    `Done when: ${row.acceptance}`,
  ].join('\n')

async function workbook(rows: readonly PlanRow[]): Promise<Uint8Array> {
  const head = COLUMNS.map((name) => ({ value: name, fontWeight: 'bold' as const }))
  const body = rows.map((row) =>
    COLUMNS.map((name) => {
      const value = row[name]
      return typeof value === 'number' ? { type: Number, value } : { type: String, value: shownCell(value) }
    }),
  )
  return new Uint8Array(await writeXlsx([head, ...body], { sheet: 'Plan', stickyRowsCount: 1 }).toBuffer())
}

function markdown(plan: PlanVersion, rows: readonly PlanRow[]): string {
  const waves = plan.waves.map(({ n, title, purpose }) => {
    const own = rows.filter(({ wave }) => wave === n)
    const items = table(
      ['Item', 'Objects', 'p50', 'p80', 'Risk', 'Done when'],
      own.map((row) => [
        ...[escaped(row.summary), String(row.objects), days(row.effort_p50), days(row.effort_p80)],
        ...[row.risk, escaped(row.acceptance)],
      ]),
    )
    return `## Wave ${n}: ${escaped(title)}\n\n${escaped(purpose)}\n\n${items}`
  })
  const assumptions = plan.assumptions.length > 0 ? `## Assumptions\n\n${bullets(plan.assumptions.map(escaped))}` : ''
  return [`# ${escaped(plan.title)}`, ...waves, assumptions].filter(Boolean).join('\n\n').concat('\n')
}
