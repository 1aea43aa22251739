// Tutor: the two endpoints of contract/graph/tutor.ts.
import { tutor } from '@veritrace/contract/graph/tutor'
import { implement } from '@veritrace/platform/implement'
import type { Graph } from '../deps.ts'
import { readableScope } from '../scope/readable-scope.ts'
import { scopeOf } from '../scope/scope.ts'
import { answerQuestion } from './answer-question.ts'
import { summarize } from './summarize.ts'

export const tutorApi = (deps: Graph) =>
  implement(tutor, {
    answer: ({ body, headers }, caller) => answerQuestion(deps, scopeOf(caller, headers), body),
    summarize: async ({ body, headers }, caller) =>
      summarize(deps, await readableScope(deps, scopeOf(caller, headers)), body),
  })
