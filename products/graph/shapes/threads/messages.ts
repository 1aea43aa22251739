// What is said between the server and the threads that validate.
import type { ValidationResult } from '@veritrace/contract/graph/shapes'
import type { ShapeProblem } from '../shacl/check-shapes.ts'
import type { Form } from '../shacl/form.ts'
import type { Place } from '../shacl/turtle.ts'

/** One request, one reply. What was begun is kept until the next beginning. */
export type Message =
  /** Are these shapes that we can run, and what are they about? */
  | { do: 'check'; turtle: string }
  | { do: 'form'; turtle: string; target: string | undefined }
  | { do: 'begin'; shapes: string[] }
  /** Goes on with what was kept under this name: its number, or undefined where it is not here. */
  | { do: 'resume'; key: string }
  /** What is here stays after the job, shapes and data, as the state after the change of this number. */
  | { do: 'keep'; key: string; seq: number }
  /** The job is over: forgets what is not kept, and says under which name something is. */
  | { do: 'rest' }
  /** Terms as in shacl/terms.ts: subject, predicate, object, subject, … */
  | { do: 'add'; terms: string[] }
  /** N-Quads lines of a change; those of other graphs and predicates are left out. */
  | {
      do: 'apply'
      added: readonly string[]
      removed: readonly string[]
      graph: string
      predicates: readonly string[] | undefined
    }
  | { do: 'read'; turtle: string }
  | { do: 'validate'; limit: number; as: 'json' | 'turtle'; onlyViolations: boolean }

export interface Replies {
  check: { targetClasses: string[]; predicates: string[] | undefined }
  form: Form | undefined
  begin: undefined
  resume: number | undefined
  keep: undefined
  rest: string | undefined
  add: undefined
  apply: undefined
  read: undefined
  /** `broken` are the places of the texts of shapes, as they were begun with, that something was found for. */
  validate: { total: number; broken: number[]; results: ValidationResult[]; turtle: string }
}

export type Failure =
  | { kind: 'turtle'; message: string; place: Place | undefined }
  | { kind: 'shapes'; problems: ShapeProblem[] }
  | { kind: 'broken'; message: string }

export type FromWorker = { reply: unknown } | { failure: Failure }
