// npm run chaos [-- --on postgres|embedded --rounds 50 --seed 1 --faults <pattern of names> --plant lost-commit]
// Starts servers and a database, injects faults while clients write, and prints which writes were lost, partial or
// duplicated.
import { parseArgs } from 'node:util'
import { plantEnv } from '../test/chaos/plants.ts'
import { type Round, type StormOptions, storm } from '../test/chaos/storm.ts'

const { values } = parseArgs({
  options: {
    on: { type: 'string', default: 'postgres,embedded' },
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'string' },
    plant: { type: 'string' },
  },
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
