// Subprocessors in lists and definition lists: "Name – purpose (country)", bold names, labels per line, nested lists.
import { cutText } from '@veritrace/platform/text'
import { placesAt, placesIn } from '../language/places.ts'
import { providersIn } from '../language/providers.ts'
import { matchable } from '../read/characters.ts'
import type { Block } from '../types.ts'
import { type Entry, noFields } from './entry.ts'
import { fieldsOf, labelIn } from './fields.ts'
import { opensWithTask, parsedLine } from './line.ts'
import { isFirm } from './names.ts'
import type { Page } from './page.ts'
import { placeOf } from './relevance.ts'
import { nameOnLine } from './units.ts'

const LEAST_SHARE = 0.6
const TASKED = 0.6
const TOLD = 0.4
const MOST_LABELS = 8
/** Longer lists are not lists of suppliers. */
const MOST_ITEMS = 2000
const LONGEST_ITEM = 600
const LONGEST_LABEL_ITEM = 300

export function entriesInLists(page: Page): Entry[] {
  return runsOf(page.blocks).flatMap((run) => entriesInRun(run, page))
}

function entriesInRun(run: readonly Block[], page: Page): Entry[] {
  const [first] = run
  if (!first || run.length > MOST_ITEMS) return []
  const { relevant, isHere, isWide, standing } = placeOf(first, page)
  if (!relevant) return []
  let heads = 0
  let sure = 0
  let described = 0
  let tasked = 0
  const titled = isAmongTasks(first, page) ? (first.path.at(-1) ?? '') : ''
  let group = titled
  let inTask = titled !== ''
  const found: Found[] = []
  const isSwapped = run.filter((block) => opensWithTask(block.text, page)).length >= run.length / 2
  // If the first item is "Purpose: hosting", the name is above the list.
  if (!isSwapped && first.kind === 'item' && isLabelItem(first, page)) return []
  for (let at = 0; at < run.length; at++) {
    const block = run[at] as Block
    if (!isSwapped && isLabelItem(block, page)) continue
    if (!isSwapped && isGroup(block, run[at + 1], page)) {
      group = block.text
      inTask = isTask(group, page)
      continue
    }
    const below = isSwapped ? [] : belowOf(run, at, page)
    const entries = entriesOf(block, below, page, isSwapped).filter(({ entry }) => isCompany(entry, page))
    if (entries.length === 0 && isKind(block.text, page)) continue
    heads++
    if (inTask || entries.some(({ isSure }) => isSure)) sure++
    if (entries.some(({ entry }) => isDescribed(entry))) described++
    if (entries.some(({ entry }) => page.has(entry.purpose, 'task'))) tasked++
    found.push(...entries.map((one) => ({ ...one, group })))
    at += below.filter(({ kind }) => kind === 'definition').length
  }
  if (found.length === 0 || found.length < heads * LEAST_SHARE) return []
  // German capitalizes nouns: capitalized words alone do not make a list of companies.
  const isProven = sure >= heads / 2 || (page.languageOf(first) !== 'de' && /[:：]\s*$/u.test(first.lead))
  // "Notice: thirty days": the text after the colon must be a purpose, unless the name is clearly a company.
  const isTold = tasked >= heads * TOLD || found.some(({ isSigned, entry }) => isSigned || isKnown(entry.named.name))
  if (!isTold && described > 0) return []
  const isAbout = isHere || titled !== '' || (page.isList && tasked >= heads * TASKED && isAptHeading(first, page))
  if (!isProven || (!isAbout && !found.some(({ isSigned, entry }) => isSigned || isKnown(entry.named.name)))) return []
  const inherited = placesIn(first.lead).join(', ')
  // Drops "Our accountants" at the end of a list in which every other item has a purpose.
  const kept = isWide || described >= heads * LEAST_SHARE ? found.filter(({ isSure }) => isSure) : found
  return kept.map(({ entry, group }) => ({
    ...entry,
    purpose: entry.purpose || group,
    location: entry.location || inherited,
    standing,
  }))
}

interface Found {
  entry: Omit<Entry, 'standing'>
  isSure: boolean
  /** The name or place proves that it is a company, not just the description. */
  isSigned: boolean
  group: string
}

/** "Frankfurt, Germany" is a place; "Jane Doe – Data Protection Officer" is a person. */
function isCompany({ named: { name }, purpose }: Omit<Entry, 'standing'>, page: Page): boolean {
  const [place] = placesAt(name)
  if (place?.start === 0 && place.end === name.length) return false
  return isFirm(name) || !page.has(purpose, 'post')
}

const isDescribed = ({ purpose, location }: Pick<Entry, 'purpose' | 'location'>): boolean =>
  purpose !== '' || location !== ''

const isKnown = (name: string): boolean => providersIn(matchable(name), []).length > 0

const KIND = /^[^,:：–—(（]+/u

/** "Hosting" and "E-mail" as headings: each list below contains the suppliers for that purpose. */
function isAmongTasks({ path }: Block, page: Page): boolean {
  const above = page.blocks.filter((block) => block.kind === 'heading' && isTask(block.text, page))
  return page.isList && above.length >= 2 && above.some(({ text }) => text === path.at(-1))
}

const isTask = (text: string, page: Page): boolean => page.share(text, ['task', 'preposition', 'break']) >= TASKED

const APT = ['task', 'supplier', 'label', 'site', 'own_thing', 'customer', 'preposition', 'break'] as const

/** "Infrastructure", "Core services", "EU region" continue the list of the page; "Plans" and "News" do not. */
function isAptHeading({ path }: Block, page: Page): boolean {
  const nearest = path.at(-1) ?? ''
  return path.length <= 1 || placesIn(nearest).length > 0 || page.share(nearest, APT) >= TASKED
}

const NOBODY = ['task', 'other_recipient', 'own', 'preposition', 'break'] as const

/** "SMS gateways, for text messages" names no company. */
const isKind = (text: string, page: Page): boolean => {
  const first = KIND.exec(text)?.[0] ?? ''
  const isMeant = page.has(first, 'task') || page.has(first, 'other_recipient')
  return isMeant && page.share(first, NOBODY) >= TASKED
}

/** "Hosting" above the names of the suppliers for it. */
function isGroup(block: Block, next: Block | undefined, page: Page): boolean {
  if (block.kind !== 'item' || block.text.includes('\n') || !next || next.group === block.group) return false
  if (isLabelItem(next, page)) return false
  return page.share(block.text, ['task', 'label', 'preposition', 'break']) >= TASKED || !nameOnLine(block.text, page)
}

/** Runs of items of one list and its nested lists, or of terms with their definitions. */
function runsOf(blocks: readonly Block[]): Block[][] {
  const runs: Block[][] = []
  let open: Block[] | undefined
  for (const block of blocks) {
    const listed = block.kind === 'item' || block.kind === 'term' || block.kind === 'definition'
    if (!listed) open = undefined
    else if (open && open[0]?.lead === block.lead && (open[0].kind === 'item') === (block.kind === 'item'))
      open.push(block)
    else {
      open = [block]
      runs.push(open)
    }
  }
  return runs
}

const isLabelItem = (block: Block, page: Page): boolean => {
  if (block.kind === 'definition') return true
  const label = block.text.length < LONGEST_LABEL_ITEM ? labelIn(block.text.split('\n')[0] ?? '', page) : undefined
  return label !== undefined && label.role !== 'name'
}

/** Lines such as "Location: Germany" below a name belong to it, and so do definitions. */
function belowOf(run: readonly Block[], at: number, page: Page): Block[] {
  const below: Block[] = []
  for (const block of run.slice(at + 1, at + 1 + MOST_LABELS)) {
    if (!isLabelItem(block, page)) break
    below.push(block)
  }
  return below
}

function entriesOf(block: Block, below: readonly Block[], page: Page, isSwapped: boolean): Omit<Found, 'group'>[] {
  const text = cutText(block.text, LONGEST_ITEM)
  const lines = text.split('\n')
  return parsedLine(block, text, page, isSwapped).map(({ named, isSure, rest, location }) => {
    const fields = { ...noFields(), purpose: rest, location }
    const more = [...lines.slice(1), ...below.flatMap((one) => one.text.split('\n'))]
    fieldsOf(more, page, fields)
    return {
      isSigned: isSure || fields.location !== '',
      isSure: isSure || fields.purpose !== '' || fields.location !== '',
      entry: {
        ...fields,
        location: fields.location || fields.corporateLocation,
        named,
        block,
        start: block.start,
        end: below.at(-1)?.end ?? block.end,
        rule: block.kind === 'term' ? 'subprocessor/definition-list' : 'subprocessor/list-item',
      },
    }
  })
}
