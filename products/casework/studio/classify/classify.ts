// Classifies an input, and stores the result if the request asks for it.
import type { ClassifyRequest } from '@veritrace/contract/casework/studio'
import type { Classification } from '@veritrace/contract/casework/studio-shapes'
import type { Caller } from '@veritrace/platform/caller'
import { scopeOf } from '../../model/scope.ts'
import { targetOf } from '../../packs/packs.ts'
import type { Studio } from '../deps.ts'
import { storeGeneration } from '../generations/store-generation.ts'
import { lookUpFound, rateFound } from './rate-found.ts'
import { readInput } from './read-input.ts'
import { summaryOf } from './summary-of.ts'

export async function classify(
  deps: Studio,
  caller: Caller,
  request: ClassifyRequest,
  signal: AbortSignal,
): Promise<Classification> {
  const scope = scopeOf(caller)
  const active = await deps.packs.of(scope, request.pack)
  const target = targetOf(active, request.target)
  const found = await readInput(deps, scope, active, request.input, signal)
  const output = rateFound(active, target, found, await lookUpFound(deps, scope, active, target, found.objects))
  if (!request.save) return output
  return storeGeneration(deps, caller, {
    kind: 'classification',
    title: request.title ?? titleOf(output),
    active,
    target,
    input: request.input,
    summary: summaryOf(request.input),
    output,
  })
}

const titleOf = ({ objects }: Classification): string =>
  `${objects[0]!.name}${objects.length > 1 ? ` and ${objects.length - 1} more` : ''}`
