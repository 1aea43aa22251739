// Agreements a vendor offers its customers (DPA, BAA). One made with subprocessors is not one offered.
import { providersIn } from '../language/providers.ts'
import * as cue from './cues.ts'
import type { Decision } from './decide.ts'
import type { Page } from './experiencer.ts'
import type { Group } from './groups.ts'

const WITH_OTHERS =
  /\b(?:with|from|by|between|and|to|for|bind(?:s|ing)?|require[sd]?|our|each|all|these|of)\s+(?:each|our|all|the|these|those|any|every|such|its|us and|us and our|other|the following)?\s*(?:of (?:our|these|the)\s+)?(?:[\w-]+\s+){0,2}?(?:sub-?processors?|vendors?|suppliers?|service providers?|third[\s-]part(?:y|ies)|providers|partners|processors)\b/
const OFFERS =
  /\b(?:offers?|provides?|signs?|signing|executes?|enters? into|entering into|makes? available|includes?|supply|supplies|(?:have|has)(?! the (?:meaning|right|same)\b)|publish(?:es)?|maintains?|complet(?:e|es)|prepared|support|supports)\b[^.;]{0,80}$/
const ASK =
  /\b(?:sign|request|download|enter into|execute|review|view|read|get|accept|obtain|complete|see|find|e-?sign)\s+(?:\w+\s+){0,2}?(?:an?|our|the|this|its|\S+'s)?\s*(?:[\w-]+\s+){0,3}$/
const IN_PLACE =
  /^[^.;]{0,80}\b(?:available|in place|incorporated|included|part of|forms? part|applies|upon request|on request|offered|automatically|with us|can be (?:signed|requested|executed|found|downloaded|accessed)|is provided|are provided|here\b|supplements|governs?)\b/
const NEEDS = /\b(?:need|want|require|would like)s?\s+(?:to (?:sign|have)\s+)?(?:an?|our|the)?\s*$/
const IDLE =
  /\b(?:as (?:defined|described|set out|outlined)|under|outlined in|pursuant to|governed by|in accordance with|terms of|subject to|defined in|according to|purposes of|set forth in|violat\w+|related to|meaning given (?:to it )?in)\s+(?:[\w']+\s+){0,5}$/

export function decideContract(group: Group, { own }: Page): Decision {
  const { before, after, rest, sentence, earlier } = group
  const state = (name: Decision['state'], rule: string): Decision => ({ state: name, rule })
  if (sentence.trimEnd().endsWith('?')) return state('mention', 'contract-question')
  if (IDLE.test(before) && !IN_PLACE.test(after)) return state('mention', 'contract-reference')
  const masked = before.replace(cue.PSEUDO_NEGATION, (found) => ' '.repeat(found.length))
  if (cue.NEGATED_BEFORE.test(masked) || cue.NEGATED_AFTER.test(after)) return state('negated', 'contract-negated')
  if (WITH_OTHERS.test(rest) || WITH_OTHERS.test(earlier + before) || providersIn(rest.slice(0, 60), own).length > 0)
    return state('third_party', 'contract-with-others')
  if (
    /\byou (?:must|should|need to|have to)\b[^.;]{0,60}$/.test(before) &&
    !/\bwith (?:us|our)\b/.test(rest) &&
    !own.some((name) => rest.includes(name))
  )
    return state('mention', 'contract-duty')
  if (cue.PROGRESS_BEFORE.test(before) && /\bwill (?:be|offer)|roadmap|working|plan/.test(before))
    return state('in_progress', 'contract-planned')
  if (NEEDS.test(before) && /\b(?:contact|reach out|email|request|sign|execute)\b/.test(rest))
    return state('affirmed', 'contract-on-request')
  if (OFFERS.test(before) || ASK.test(before) || IN_PLACE.test(after)) return state('affirmed', 'contract-offered')
  return state('mention', 'contract-reference')
}
