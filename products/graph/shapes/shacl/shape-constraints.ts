// The SHACL Core components that evaluate other shapes (§4.6 and §4.7).
import { finding } from './finding.ts'
import { readList } from './path.ts'
import type { Constraint, Run, Shape } from './shapes.ts'
import { type Key, textOf } from './terms.ts'
import { subjectsOf, type Triples, valuesOf } from './triples.ts'
import { sh, shortName } from './vocabulary.ts'

interface Making {
  triples: Triples
  shape: Shape
  all(word: string): Key[]
  shapeOf(node: Key): Shape
}

export function shapeConstraints(making: Making): Constraint[] {
  const { shape, all, shapeOf } = making
  const asked = (component: string, message: string, fits: (run: Run, value: Key) => boolean): Constraint =>
    function* (run, focus, values) {
      for (const value of values) if (!fits(run, value)) yield finding(shape, component, focus, message, { value })
    }
  const lists = (word: string): Shape[][] =>
    all(word).map((head) => (readList(making.triples, head) ?? []).map(shapeOf))
  return [
    ...all('not')
      .map(shapeOf)
      .map((not) =>
        asked('Not', `The value must not match ${nameOf(not)}.`, (run, value) => !run.conforms(not, value)),
      ),
    ...lists('and').map((and) =>
      asked('And', 'The value must match all of the shapes.', (run, value) =>
        and.every((one) => run.conforms(one, value)),
      ),
    ),
    ...lists('or').map((or) =>
      asked('Or', 'The value must match one of the shapes.', (run, value) =>
        or.some((one) => run.conforms(one, value)),
      ),
    ),
    ...lists('xone').map((xone) =>
      asked(
        'Xone',
        'The value must match exactly one of the shapes.',
        (run, value) => xone.filter((one) => run.conforms(one, value)).length === 1,
      ),
    ),
    ...all('node')
      .map(shapeOf)
      .map((node) => asked('Node', `The value must match ${nameOf(node)}.`, (run, value) => run.conforms(node, value))),
    ...all('property').map(shapeOf).map(property),
    ...all('qualifiedValueShape').map((node) => qualified(making, node)),
  ]
}

const nameOf = ({ node }: Shape): string => (node.startsWith('_') ? 'the shape' : `the shape ${shortName(node)}`)

/** Findings of a property shape are reported as its own. */
const property = (inner: Shape): Constraint =>
  function* (run, _focus, values) {
    for (const value of values) yield* run.findings(inner, value)
  }

function qualified({ triples, shape, all, shapeOf }: Making, node: Key): Constraint {
  const wanted = shapeOf(node)
  const limit = (word: string): number | undefined => all(word).map(textOf).map(Number)[0]
  const [least, most] = [limit('qualifiedMinCount'), limit('qualifiedMaxCount')]
  const isDisjoint = all('qualifiedValueShapesDisjoint').some((value) => textOf(value) === 'true')
  const siblings = isDisjoint ? siblingsOf(triples, shape.node, node).map(shapeOf) : []
  return function* (run, focus, values) {
    const fitting = [...values].filter(
      (value) => run.conforms(wanted, value) && !siblings.some((sibling) => run.conforms(sibling, value)),
    ).length
    if (least !== undefined && fitting < least)
      yield finding(shape, 'QualifiedMinCount', focus, `At least ${least} values must match ${nameOf(wanted)}.`)
    if (most !== undefined && fitting > most)
      yield finding(shape, 'QualifiedMaxCount', focus, `At most ${most} values may match ${nameOf(wanted)}.`)
  }
}

/** The qualified value shapes of sibling property shapes (SHACL §4.7.3). */
const siblingsOf = (triples: Triples, shape: Key, wanted: Key): Key[] =>
  subjectsOf(triples, sh('property'), shape)
    .flatMap((parent) => [...valuesOf(triples, parent, sh('property'))])
    .flatMap((beside) => [...valuesOf(triples, beside, sh('qualifiedValueShape'))])
    .filter((other) => other !== wanted)
