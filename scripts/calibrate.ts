// npm run calibrate
// Learns how likely claims are to be correct, from labeled documents (never those set aside) and our own sentences, and
// writes the result to products/provenance/extract/weights.ts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calibrate, crossValidated } from '../products/provenance/extract/eval/calibration.ts'
import { fitnessOf } from '../products/provenance/extract/eval/curve.ts'
import { labelledClaims } from '../products/provenance/extract/eval/labelled-claims.ts'
import { madeUpClaims } from '../products/provenance/extract/eval/made-up.ts'
import { fitnessTable } from '../products/provenance/extract/eval/table.ts'

const FILE = join(import.meta.dirname, '../products/provenance/extract/weights.ts')

const real = labelledClaims().filter(({ use }) => use === 'tune')
if (real.length === 0) {
  console.error('the labeled documents (../shared/data) are missing')
  process.exit(2)
}
const madeUp = madeUpClaims()
const weights = calibrate(real, madeUp)
for (const line of fitnessTable('cross-validated over documents', fitnessOf(crossValidated(real, madeUp))))
  console.log(line)
const lines = Object.entries(weights).map(([name, weight]) => `  ${name}: ${Number(weight.toFixed(2))},`)
writeFileSync(
  FILE,
  `// Made by npm run calibrate, from labelled documents; not by hand. How each feature of a claim raises the odds that it is right.
export const WEIGHTS: Readonly<Record<string, number>> = {
${lines.join('\n')}
}
`,
)
console.log(`wrote ${FILE}`)
