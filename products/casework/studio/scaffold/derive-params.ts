// Takes values for a template from a classification. `from` in template.yaml says which. Pure.

import type { Classification } from '@veritrace/contract/casework/studio-shapes'
import { ownValue } from '@veritrace/platform/names'
import { faultOf, type Values } from './params.ts'
import { isAbout, type Template } from './templates.ts'

interface Subject {
  classification: Classification
  /** Answers to the plan's questions, for example the chosen successor. */
  answers?: Readonly<Record<string, string>>
}

/** Uses the worst unacceptable reference that fits the template, or the first of several. */
export function deriveParams(template: Template, { classification, answers = {} }: Subject): Values {
  const facts = factsOf(template, classification, answers)
  const values: Values = {}
  for (const [name, source] of Object.entries(template.from ?? {})) {
    const param = ownValue(template.params.properties, name)
    const value = ownValue(facts, source)
    if (param && value !== undefined && faultOf(param, value) === undefined) values[name] = value
  }
  return values
}

function factsOf(
  template: Template,
  { objects, target, summary }: Classification,
  answers: Readonly<Record<string, string>>,
): Readonly<Record<string, string | undefined>> {
  const [object] = objects
  const worst = Object.keys(summary)
  const used = objects
    .flatMap(({ references }) => references)
    .filter(
      ({ own, acceptable, artifact, access }) =>
        !own && !acceptable && isAbout(template, { type: artifact.type, access }),
    )
    .toSorted((a, b) => worst.indexOf(b.rating.code) - worst.indexOf(a.rating.code))
  const [reference] = used
  const chosen = Object.entries(answers).find(
    ([id, answer]) =>
      reference && id.startsWith(`choose:${formOf(reference.artifact)}`) && answer.startsWith('successor:'),
  )?.[1]
  const successors = reference?.successors.map(({ name }) => name) ?? []
  return {
    'object.name': object?.name,
    'object.short_form': object && `${object.type}:${object.name}`,
    'reference.name': reference?.artifact.name,
    'reference.short_form': reference && formOf(reference.artifact),
    'reference.code': reference?.rating.code,
    'successor.name': chosen?.split(':').at(-1) ?? (successors.length === 1 ? successors[0] : undefined),
    'target.label': target.label,
  }
}

const formOf = ({ type, name }: { type: string; name: string }): string => `${type}:${name}`
