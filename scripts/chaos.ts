// npm run chaos: starts servers and a database, injects faults while clients write, and prints which writes were lost, partial or
// duplicated.
import { wordsFromShell } from '@veritrace/platform/command-line'
import { plantEnv } from '../test/chaos/plants.ts'
import { type Round, type StormOptions, storm } from '../test/chaos/storm.ts'

const { values } = wordsFromShell({
  name: 'npm run chaos',
  about: `Starts servers and a database, injects faults while clients write, and prints which writes were lost, partial or
duplicated.`,
  options: {
    on: { type: 'string', value: 'LIST', default: 'postgres,embedded', help: 'the databases' },
    rounds: { type: 'string', value: 'N', default: '50', help: 'the number of faults' },
    seed: { type: 'string', value: 'N', default: '1', help: 'repeats a run' },
    faults: { type: 'string', value: 'PATTERN', help: 'only faults whose name matches this regular expression' },
    plant: { type: 'string', value: 'NAME', help: 'plants a bug that must be found, such as lost-commit' },
  },
  notes: ['Exits 1 if a write is wrong. docs/chaos.md describes the faults.'],
  examples: ['npm run chaos', 'npm run chaos -- --on embedded --rounds 5 --faults kill'],
})
let failed = 0
for (const on of values.on.split(',') as StormOptions['on'][]) {
  const { rounds, verdicts, leftOut } = await storm({
    ...{ on, rounds: Number(values.rounds), seed: Number(values.seed), onRound: told },
    ...(values.faults && { faults: new RegExp(values.faults) }),
    env: plantEnv(values.plant),
  })
  console.log(
    `\n${on}: ${rounds.length} rounds, ${rounds.reduce((sum, one) => sum + one.acknowledged, 0)} writes acknowledged`,
  )
  for (const { what, checked, faults } of verdicts) {
    console.log(
      `${faults.length === 0 ? '✔' : '✖'} ${what.padEnd(26)} ${String(checked).padStart(7)} checked  ${faults.length} wrong`,
    )
    for (const fault of faults.slice(0, 5)) console.log(`    ${fault}`)
  }
  for (const { fault, why } of leftOut) console.log(`– ${fault}: skipped, ${why}`)
  failed += verdicts.filter(({ faults }) => faults.length > 0).length
  failed += rounds.filter(({ faults }) => faults.length > 0).length
}
process.exit(failed > 0 ? 1 : 0)

function told({ fault, acknowledged, seconds, faults }: Round): void {
  const sign = faults.length === 0 ? '✔' : '✖'
  console.log(`${sign} ${fault.padEnd(28)} ${String(acknowledged).padStart(5)} writes  ${seconds} s`)
  for (const one of faults) console.log(`    ${one}`)
}
