// Builds the path of an operation for something that was created.
import type { Speaker } from './speaker.ts'

type Answer = Record<string, string>

/**
 * Replaces each parameter by the value in the response that created the thing; `shared` has things that no one created.
 */
export const addressOf = (path: string, theirs: Speaker['theirs'], shared?: ReadonlyMap<string, Answer>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string, at: number) => {
    const place = path.slice(0, at)
    const answer = shared?.get(place) ?? theirs(MADE_AT[place] ?? place.slice(0, -1))
    return encodeURIComponent(answer[MEMBERS[`${place}${name}`] ?? MEMBERS[name] ?? name] ?? 'none')
  })

/** The paths where things are created that have other paths afterward, and the names of parameters in responses. */
const MADE_AT: Record<string, string> = {
  '/workflow/': '/workflow/artifacts',
  '/ingestions/': '/ingestions/statements',
  '/app/requests/{id}/stages/': '/app/requests',
  '/projects/{id}/evidence/': '/projects/{id}/evidence/upload',
  '/projects/{id}/assets/': '/projects/{id}/assets/report',
  '/cases/{id}/runs/': '/cases/{id}/investigate',
  '/decisions/': '/decisions/overlays',
  '/answers/': '/answer/stream',
}
const MEMBERS: Record<string, string> = {
  stageId: 'current_stage_id',
  ...{ caseId: 'id', planId: 'id', webhookId: 'id', evidenceId: 'id', assetID: 'id', runId: 'id' },
  '/answers/id': 'answer_id',
}
