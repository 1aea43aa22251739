// Reports as lines for a terminal.
import type { Estimate, Report } from './report.ts'

export function tableOf(title: string, documents: number, report: Report): string[] {
  return [
    `${title} (${documents} documents)`,
    `${''.padEnd(28)}${['tp', 'fp', 'fn'].map((one) => one.padStart(5)).join('')}  ${'precision [95 %]'.padEnd(24)}recall [95 %]`,
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
