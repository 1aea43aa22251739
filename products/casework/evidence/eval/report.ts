// Formats the results of an evaluation: one block per estate, one table for all, and the thresholds that were missed.
import type { EstateReport } from './measure.ts'
import type { FactKind } from './oracle.ts'
import { isInvented } from './suspicious.ts'

export interface Shown {
  /** Also list every miss and every name that only one side has. */
  all: boolean
}

const FACTS: readonly FactKind[] = ['read', 'write', 'function', 'work area', 'program', 'transaction', 'authorization']

export function linesOf(estate: string, report: EstateReport, { all }: Shown): string[] {
  const { recall, kinds, agreement, suspicious } = report
  const lines = [
    '',
    `# ${estate}`,
    `${report.files} files, ${report.objects} objects, ${report.seconds.toFixed(1)} s, peak ${report.megabytes.toFixed(0)} MB`,
    `statements resolved: ${share(report.resolved, report.statements)}; with all parents in the upload ${share(report.closedResolved, report.closedStatements)}`,
    `uses of SAP's names: ${report.edges} (${Object.entries(report.names)
      .map(([from, count]) => `${from} ${count}`)
      .join(', ')})`,
  ]
  for (const kind of FACTS) {
    const { facts = 0, missed = [] } = recall[kind] ?? {}
    if (facts > 0) lines.push(`${kind}: ${share(facts - missed.length, facts)}`)
    for (const { name, filename, from } of all ? missed : []) lines.push(`  missed ${name} ${filename}:${from}`)
  }
  lines.push(`kinds that match the lists: ${share(kinds.right, kinds.right + kinds.wrong.length)}`)
  for (const { name, found, listed } of kinds.wrong) lines.push(`  ${name}: found ${found}, listed as ${listed}`)
  const { both, onlyLibrary, onlyReader } = agreement
  const only = Object.entries(onlyReader)
    .map(([kind, names]) => `${kind} ${names.length}`)
    .join(', ')
  lines.push(`names: ${both} in both, ${onlyLibrary.length} in the library only; in the reader only: ${only}`)
  if (all) {
    for (const one of onlyLibrary) lines.push(`  library only: ${one}`)
    for (const kind of ['class', 'table or type'])
      for (const one of onlyReader[kind] ?? []) lines.push(`  reader only: ${kind} ${one}`)
  }
  lines.push(`suspicious names: ${suspicious.length}, invented: ${suspicious.filter(isInvented).length}`)
  for (const one of suspicious)
    lines.push(`  ${one.type}:${one.name} ${one.why}: ${one.filename}:${one.line} ${one.source}`)
  for (const { access, type, name, filename, line, source } of report.samples)
    lines.push(`sample ${access} ${type}:${name} ${filename}:${line} | ${source}`)
  return lines
}

const HEAD = [
  'estate',
  'files',
  'objects',
  's',
  'MB',
  'resolved',
  'closed',
  'reads',
  'writes',
  'functions',
  'kinds',
  'invented',
]

export function tableOf(reports: ReadonlyMap<string, EstateReport>): string[] {
  const rows = [...reports].map(([estate, one]) => [
    estate,
    `${one.files}`,
    `${one.objects}`,
    one.seconds.toFixed(1),
    one.megabytes.toFixed(0),
    ratio(one.resolved, one.statements),
    ratio(one.closedResolved, one.closedStatements),
    found(one, 'read'),
    found(one, 'write'),
    found(one, 'function'),
    `${one.kinds.right}/${one.kinds.right + one.kinds.wrong.length}`,
    `${one.suspicious.filter(isInvented).length}`,
  ])
  const widths = HEAD.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]!.length)))
  return [HEAD, ...rows].map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  )
}

const THRESHOLDS = { tables: 0.995, functions: 0.995, closed: 0.98 }

/** One line per missed threshold; empty if all estates pass. */
export function shortfalls(reports: ReadonlyMap<string, EstateReport>): string[] {
  const short: string[] = []
  for (const [estate, one] of reports) {
    const at = (kinds: readonly FactKind[]) => {
      const counts = kinds.map((kind) => one.recall[kind] ?? { facts: 0, missed: [] })
      const facts = counts.reduce((sum, count) => sum + count.facts, 0)
      return facts === 0 ? 1 : 1 - counts.reduce((sum, { missed }) => sum + missed.length, 0) / facts
    }
    const hold = (what: string, is: number, threshold: number) => {
      if (is < threshold) short.push(`${estate}: ${what} ${is.toFixed(4)} is below ${threshold}`)
    }
    hold('reads and writes found', at(['read', 'write']), THRESHOLDS.tables)
    hold('calls of function modules found', at(['function']), THRESHOLDS.functions)
    hold(
      'statements resolved with all parents',
      one.closedResolved / Math.max(1, one.closedStatements),
      THRESHOLDS.closed,
    )
    const invented = one.suspicious.filter(isInvented).length
    if (invented > 0) short.push(`${estate}: ${invented} invented names`)
  }
  return short
}

function found({ recall }: EstateReport, kind: FactKind): string {
  const { facts = 0, missed = [] } = recall[kind] ?? {}
  return facts === 0 ? '–' : `${facts - missed.length}/${facts}`
}
const ratio = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(4))
const share = (part: number, whole: number): string => `${part} of ${whole} (${ratio(part, whole)})`
