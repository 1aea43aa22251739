// Scores as lines for a terminal.
import type { Scores } from './score.ts'
import type { Rates, Share } from './tally.ts'

export function tableOf(scores: Scores): string[] {
  return [
    row('measure', ['precision', 'recall', 'f1', 'tp', 'fp', 'fn']),
    ratesRow('certifications', scores.certifications),
    ratesRow('subprocessors', scores.subprocessors),
    ratesRow('residency', scores.residency),
    ...Object.entries(scores.controls).flatMap(([name, { found, accuracy }]) =>
      found ? [ratesRow(`${name} (accuracy ${figure(accuracy)})`, found)] : [],
    ),
    '',
    ...Object.entries(scores.controls).flatMap(([name, { found, accuracy, of }]) =>
      found ? [] : [row(name, [figure(accuracy), `of ${of}`])],
    ),
    row('exact type', [figure(scores.cert_exact_type)]),
    row('traps hit', [String(scores.trap_rate.hit), `of ${scores.trap_rate.of}`]),
    shareRow('relation on traps', scores.relation_on_traps),
    row('affiliates missed', [String(scores.affiliates_missed)]),
    shareRow('subprocessor location', scores.sub_location),
    shareRow('subprocessor purpose', scores.sub_purpose),
    shareRow('snippets verbatim', scores.snippet_verbatim),
    shareRow('status', scores.status),
  ]
}

function ratesRow(name: string, { precision, recall, f1, tp, fp, fn }: Rates): string {
  return row(name, [figure(precision), figure(recall), figure(f1), String(tp), String(fp), String(fn)])
}

function shareRow(name: string, { ok, of }: Share): string {
  return row(name, [String(ok), `of ${of}`])
}

function row(name: string, cells: readonly string[]): string {
  return `${name.padEnd(44)}${cells.map((cell) => cell.padStart(10)).join('')}`
}

function figure(value: number | null): string {
  return value === null ? '–' : value.toFixed(3)
}
