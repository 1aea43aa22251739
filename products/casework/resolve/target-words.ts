// Recognizes a target named in a question: `… in S/4HANA 2023 private?`. The pack defines names for editions; names for
// releases follow from the targets. Pure.

import { subjectOf } from '../model/patterns.ts'
import type { Pack, TargetProfile } from '../packs/pack.ts'

export interface TargetWords {
  target: TargetProfile
  /** The question without the words of the target. */
  rest: string
}

interface IdentityData {
  /** Names by edition, the part of a target's id before the colon. */
  target_words?: Record<string, string[]>
  /** Names that count as an edition only together with a release or a filler: `private`. */
  target_words_beside?: Record<string, string[]>
  /** Systems that are not targets of the pack but are named like one. */
  other_systems?: string[]
  /** Words that precede a release: `S/4HANA 2023`. */
  release_words?: string[]
  /** Words next to a target that add no meaning. */
  target_fillers?: string[]
}

interface TargetPatterns {
  editions: ReadonlyMap<string, RegExp>
  near: ReadonlyMap<string, RegExp>
  releases: readonly { target: TargetProfile; pattern: RegExp }[]
  filler: RegExp
  others: RegExp
  /** Matches a release, with the year as its group. */
  year: RegExp
  /** In lower case, longest first. */
  fillers: readonly string[]
}

const MARK = '\u0001'
/** Text before a year that makes it a date instead of a release. */
const DATE = /\b(?:until|by|before|since|q[1-4]) $/i

/** All targets if the question names more than one edition: `MARA on BTP or private?` */
export function targetsIn(
  pack: Pack,
  question: string,
  isThere: (target: TargetProfile) => boolean,
): { targets: readonly TargetProfile[]; rest: string } | undefined {
  const text = subjectOf(question.trim())
  const words = patternsFor(pack)
  const found = [...words.editions].flatMap(([id, pattern]) => {
    const match = pattern.exec(text)?.[0] ?? words.near.get(id)?.exec(text)?.[0]
    return match ? [{ id, match }] : []
  })
  const release = releaseIn(pack, words, text)
  if (found.length < 2 || release === 'several') return undefined
  const targets = found.flatMap(({ id }) => {
    const ofEdition = pack.targets.filter((one) => editionOf(one) === id)
    const ofRelease = ofEdition.filter((one) => release?.targets.includes(one))
    return choose(pack, ofRelease.length > 0 ? ofRelease : ofEdition, isThere) ?? []
  })
  const marked = [...found.map(({ match }) => match), ...(release ? [release.found] : [])].reduce(
    (rest, match) => rest.replace(match, MARK),
    text,
  )
  const rest = withoutMarks(marked, [...words.fillers, ...BETWEEN])
  return { targets, rest: rest.replace(/\s+/g, ' ').trim() }
}

const BETWEEN = ['against', 'versus', 'vs.', 'vs', 'and', 'or', 'than', 'compared', 'both']

/** A system that the question names like a target but that is not one: `ECC 6.0`, `S/4HANA 1909`. */
export function otherSystemIn(pack: Pack, question: string): string | undefined {
  const text = subjectOf(question.trim())
  const words = patternsFor(pack)
  const system = words.others.exec(text)?.[0]
  if (system) return system
  const year = words.year.exec(text)
  return year && !pack.targets.some((one) => releaseOf(one).split('_')[0] === year[1]) ? year[0] : undefined
}

/** Undefined if the question names no release, or several, because then it compares them. */
export function targetIn(
  pack: Pack,
  question: string,
  isThere: (target: TargetProfile) => boolean,
): TargetWords | undefined {
  const text = subjectOf(question.trim())
  if (!text.includes(' ')) return undefined
  const words = patternsFor(pack)
  const release = releaseIn(pack, words, text)
  if (release === 'several') return undefined
  const isNear = release !== undefined || words.filler.test(text)
  const edition = find(words.editions, text) ?? (isNear ? find(words.near, text) : undefined)
  if (!release && !edition) return undefined
  const fitting = (release?.targets ?? pack.targets).filter((one) => !edition || editionOf(one) === edition.id)
  const target = choose(pack, fitting, isThere)
  if (!target) return undefined
  const marked = [release?.found, edition?.found].reduce<string>(
    (rest, found) => (found ? rest.replace(found, MARK) : rest),
    text,
  )
  return { target, rest: withoutMarks(marked, words.fillers).replace(/\s+/g, ' ').trim() }
}

interface Release {
  targets: readonly TargetProfile[]
  found: string
}

/** The complete release if it is named, otherwise all releases of the year. */
function releaseIn({ targets }: Pack, { releases }: TargetPatterns, text: string): Release | 'several' | undefined {
  const whole = releases.flatMap(({ target, pattern }) => {
    const found = pattern.exec(text)?.[0]
    return found ? [{ target, found }] : []
  })
  const longest = Math.max(0, ...whole.map(({ found }) => found.length))
  const named = whole.filter(({ found }) => found.length === longest)
  const years = [...text.matchAll(/(?<![\w/.-])\d{4}(?![\w/])/g)].filter(({ 0: year, index }) => {
    const isRelease = targets.some((one) => releaseOf(one).split('_')[0] === year)
    return isRelease && !DATE.test(text.slice(0, index))
  })
  const all = new Set([...named.map(({ found }) => found), ...years.map(([year]) => year)])
  const distinct = [...all].filter((one) => ![...all].some((other) => other !== one && other.startsWith(one)))
  if (distinct.length > 1) return 'several'
  const [first] = named
  if (first && first.found.length > 4) return { targets: named.map(({ target }) => target), found: first.found }
  const year = years[0]?.[0]
  return year === undefined
    ? undefined
    : { targets: targets.filter((one) => releaseOf(one).split('_')[0] === year), found: year }
}

/** The pack's default if it matches, otherwise the latest target with available lists. */
function choose(
  pack: Pack,
  fitting: readonly TargetProfile[],
  isThere: (target: TargetProfile) => boolean,
): TargetProfile | undefined {
  const own = pack.targets.find(({ profile_id }) => profile_id === pack.defaultTarget)
  if (own && fitting.includes(own)) return own
  const alike = fitting.filter((one) => own && editionOf(one) === editionOf(own))
  const some = alike.length > 0 ? alike : fitting.filter((one) => editionOf(one) === editionOf(fitting[0]!))
  const there = some.filter(isThere)
  const known = there.length > 0 ? there : some
  return known.find((one) => releaseOf(one) === 'latest') ?? known.at(-1)
}

const editionOf = ({ profile_id }: TargetProfile): string => profile_id.split(':')[0]!
const releaseOf = ({ profile_id }: TargetProfile): string => profile_id.split(':')[1] ?? ''

function find(patterns: ReadonlyMap<string, RegExp>, text: string): { id: string; found: string } | undefined {
  for (const [id, pattern] of patterns) {
    const found = pattern.exec(text)?.[0]
    if (found) return { id, found }
  }
  return undefined
}

const PREPOSITIONS = ['under', 'with', 'for', 'in', 'on', 'at', 'of', 'to']

/** Works step by step, because a single regular expression could take exponential time with overlapping fillers. */
function withoutMarks(text: string, fillers: readonly string[]): string {
  const at = text.indexOf(MARK)
  if (at < 0) return text
  const end = endOf(text, at, fillers)
  return `${text.slice(0, beginOf(text, at, fillers))} ${withoutMarks(text.slice(end), fillers)}`
}

/** The start of the words that precede a mark and belong to it. */
function beginOf(text: string, mark: number, fillers: readonly string[]): number {
  let at = mark
  for (let next = before(text, at, fillers, /[\s,]/); next !== undefined; next = before(text, at, fillers, /[\s,]/))
    at = next
  return before(text, at, PREPOSITIONS, /\s/) ?? at
}

function before(text: string, at: number, words: readonly string[], between: RegExp): number | undefined {
  let end = at
  while (end > 0 && between.test(text[end - 1]!)) end--
  if (end === at) return undefined
  const lower = text.slice(0, end).toLowerCase()
  const word = words.find((one) => lower.endsWith(one) && !isPart(text[end - one.length - 1]))
  return word === undefined ? undefined : end - word.length
}

/** The end of the words after a mark that belong to it. */
function endOf(text: string, mark: number, fillers: readonly string[]): number {
  const lower = text.toLowerCase()
  for (let end = mark + 1; ; ) {
    let at = end
    while (/[\s,]/.test(text[at] ?? '')) at++
    const word =
      text[at] === MARK ? MARK : fillers.find((one) => lower.startsWith(one, at) && !isPart(text[at + one.length]))
    if (!word) return end
    end = at + word.length
  }
}

const isPart = (character: string | undefined): boolean => character !== undefined && /[\w/]/.test(character)
const longestFirst = (a: string, b: string): number => b.length - a.length

const compiled = new WeakMap<Pack, TargetPatterns>()

function patternsFor(pack: Pack): TargetPatterns {
  const known = compiled.get(pack)
  if (known) return known
  const data = (pack.importers.identity ?? {}) as IdentityData
  const fillers = anyOf(data.target_fillers ?? [])
  const words: TargetPatterns = {
    editions: patternsOf(data.target_words),
    near: patternsOf(data.target_words_beside),
    releases: pack.targets.flatMap((target) => releasePatterns(target).map((pattern) => ({ target, pattern }))),
    filler: alone(fillers),
    others: alone(anyOf(data.other_systems ?? [])),
    year: alone(`(?:${anyOf(data.release_words ?? [])})[ -]?(\\d{4})`),
    fillers: ['the', 'our', 'a', ...(data.target_fillers ?? [])]
      .map((word) => word.toLowerCase())
      .toSorted(longestFirst),
  }
  compiled.set(pack, words)
  return words
}

const patternsOf = (words: Record<string, string[]> = {}): Map<string, RegExp> =>
  new Map(Object.entries(words).map(([id, some]) => [id, alone(anyOf(some))]))

/** `2023_3` is also written `2023 FPS3`, `2023 FPS03`, `2023/3`, and as in its label. */
function releasePatterns(target: TargetProfile): RegExp[] {
  const [year, step] = releaseOf(target).split('_')
  const label = target.label.match(/\d{4}\b.*/)?.[0]
  if (!year || !/^\d{4}$/.test(year)) return []
  return [
    ...(step ? [alone(`${year}[ _./-]{0,2}(?:[a-z]{1,4}[ _-]?)?0?${escaped(step)}`)] : []),
    ...(label && label.length > 4 ? [alone(escaped(label))] : []),
  ]
}

const alone = (source: string): RegExp => new RegExp(`(?<![\\w/])(?:${source})(?![\\w/])`, 'i')
/** An empty list matches nothing. */
const anyOf = (words: readonly string[]): string =>
  words.length === 0 ? '[^\\s\\S]' : words.toSorted(longestFirst).map(escaped).join('|')
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
