// Formats reports for a terminal.
import type { Fitness } from './curve.ts'
import type { Estimate, Report } from './report.ts'

export function tableOf(title: string, documents: number, report: Report): string[] {
  return [
    `${title} (${documents} documents)`,
    `${''.padEnd(28)}${['tp', 'fp', 'fn'].map((one) => one.padStart(5)).join('')}  ${'precision [95%]'.padEnd(24)}recall [95%]`,
    ...Object.entries(report).map(([name, one]) =>
      one.kind === 'rates'
        ? `${name.padEnd(28)}${[one.tp, one.fp, one.fn].map((number) => String(number).padStart(5)).join('')}  ${estimated(one.precision)}${estimated(one.recall)}`.trimEnd()
        : `${name.padEnd(28)}${`${one.ok} of ${one.of}`.padStart(15)}  ${estimated(one.share)}`.trimEnd(),
    ),
    '',
  ]
}

function estimated(one: Estimate | null): string {
  const figure = (value: number): string => value.toFixed(3)
  return (one ? `${figure(one.value)} [${figure(one.low)}, ${figure(one.high)}]` : '–').padEnd(24)
}

export function fitnessTable(title: string, { of, wrong, brier, area, levels }: Fitness): string[] {
  return [
    `confidence, ${title}: ${of} claims, ${wrong} wrong, Brier score ${brier.toFixed(3)}, area under the curve ${area?.toFixed(3) ?? '–'}`,
    ...levels.map((one) =>
      [
        `  from ${one.from.toFixed(2)}`,
        `${one.of} claims`.padStart(12),
        `mean ${one.mean.toFixed(3)}`.padStart(14),
        `right ${one.right.toFixed(3)}`.padStart(14),
      ].join(''),
    ),
    '',
  ]
}
