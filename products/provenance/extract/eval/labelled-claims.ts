// Claims of labeled documents with their features, and whether they are right.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readGold } from './gold.ts'
import { predict } from './predict.ts'
import { score } from './score.ts'
import { LABELLED } from './sets.ts'

export interface LabelledClaim {
  document: string
  use: 'tune' | 'check'
  features: Readonly<Record<string, number>>
  confidence: number
  isRight: boolean
}

/** Skips claims that only name a standard: they say nothing about the vendor. */
export function labelledClaims(): LabelledClaim[] {
  return LABELLED.filter(({ gold }) => existsSync(gold)).flatMap(({ gold: file, root }) => {
    const gold = readGold(readFileSync(file, 'utf8'))
    const pageOf = (html: string): string => readFileSync(join(root, html), 'utf8')
    const { predictions, extractions } = predict(gold, pageOf)
    return score(gold, predictions, pageOf).flatMap(({ id, use, verdicts }) =>
      (extractions[id]?.claims ?? []).flatMap(({ factors, confidence, relation }, at) => {
        const prediction = predictions[id]?.[at]
        const isRight = prediction && verdicts.get(prediction)
        if (isRight === undefined || relation === 'background') return []
        const { contradiction: _, ...features } = factors
        return [{ document: id, use, features, confidence, isRight }]
      }),
    )
  })
}
