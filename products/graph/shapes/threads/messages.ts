// The messages between the server and the validation threads.
import type { ValidationResult } from '@veritrace/contract/graph/shapes'
import type { ShapeProblem } from '../shacl/check-shapes.ts'
import type { Form } from '../shacl/form.ts'
import type { Place } from '../shacl/turtle.ts'

/** Each request has one reply. Data stays in the thread until the next `begin`. */
export type Message =
  /** Checks that we can run these shapes; returns what they are about. */
  | { do: 'check'; turtle: string }
  | { do: 'form'; turtle: string; target: string | undefined }
  | { do: 'begin'; shapes: string[] }
  /** Continues with the state kept under this key: returns its number, or undefined if the thread does not have it. */
  | { do: 'resume'; key: string }
  /** Keeps shapes and data after the job, as the state after the change with this number. */
  | { do: 'keep'; key: string; seq: number }
  /** Ends the job: discards everything that is not kept, and returns the key of what is. */
  | { do: 'rest' }
  /** Terms as in shacl/terms.ts: subject, predicate, object, subject, … */
  | { do: 'add'; terms: string[] }
  /** Applies the N-Quads lines of a change; ignores those of other graphs and predicates. */
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
  /** `broken`: indexes of the shape texts that have findings. */
  validate: { total: number; broken: number[]; results: ValidationResult[]; turtle: string }
}

export type Failure =
  | { kind: 'turtle'; message: string; place: Place | undefined }
  | { kind: 'shapes'; problems: ShapeProblem[] }
  | { kind: 'broken'; message: string }

export type FromWorker = { reply: unknown } | { failure: Failure }
