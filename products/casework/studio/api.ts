// The studio: the endpoints of contract/casework/studio.ts.
import { studio } from '@veritrace/contract/casework/studio'
import { implement } from '@veritrace/platform/implement'
import { classify } from './classify/classify.ts'
import type { Studio } from './deps.ts'
import { generationsApi } from './generations/api.ts'
import { answerPipeline } from './pipeline/answer-pipeline.ts'
import type { Pipelines } from './pipeline/pipelines.ts'
import { planOptions } from './plan/plan-options.ts'
import { scaffold } from './scaffold/scaffold.ts'

export const studioApi = (deps: Studio, pipelines: Pipelines) => [
  ...implement(studio, {
    classify: ({ body, signal }, caller) => classify(deps, caller, body, signal),
    plan: ({ body }, caller) => planOptions(deps, caller, body),
    scaffold: ({ body }, caller) => scaffold(deps, caller, body),
    pipeline: ({ body, headers, signal }, caller) =>
      answerPipeline({ ...deps, pipelines }, caller, body, headers, signal),
  }),
  ...generationsApi(deps),
]
