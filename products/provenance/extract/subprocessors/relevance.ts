// Whether a list contains subprocessors, and which kind: third parties, affiliates, former, planned, or none.
import type { Block } from '../types.ts'
import type { Page } from './page.ts'

export type Standing = 'third_party' | 'affiliate' | 'former' | 'planned'

export interface Place {
  relevant: boolean
  /** The heading above or the lead is about suppliers, not only the page. */
  isHere: boolean
  /** The list covers all recipients of data, including banks and lawyers. */
  isWide: boolean
  standing: Standing
}

const INTRODUCES = /[:：]\s*$/u
const THIRD = /third|dritt|tiers\b|tercer|terceir|terz[ei]\b|derde|第三者/iu

/** `nearby` is the header row of the list, if it has one. */
export function placeOf(block: Block, page: Page, nearby = ''): Place {
  const nearest = block.path.at(-1) ?? ''
  const said = lastSentence(block.lead)
  const title = `${page.document.title} / ${block.path[0] ?? ''}`
  const isNamedHere = [nearby, nearest, block.lead].some((text) => page.hasAnywhere(text, 'subprocessor'))
  const isHere =
    isNamedHere ||
    isSupplierHeading(nearest, page) ||
    [nearest, said].some((text) => page.hasAnywhere(text, 'suppliers'))
  const speaks = isHere || page.has(block.path.slice(0, -1).join(' / '), 'subprocessor')
  const isPage = page.hasAnywhere(title, 'subprocessor') || /sub-?processor/.test(page.context.kind)
  const isNamed = page.has(nearby, 'subprocessor')
  const refused =
    (!isNamed && isLookAlike(nearest, page)) ||
    block.path.slice(0, -1).some((heading) => isAboutThem(heading, page)) ||
    (INTRODUCES.test(said) && (page.has(said, 'not_suppliers') || isDutyOfSuppliers(said, page))) ||
    (!isHere && page.has(title, 'not_suppliers') && !page.has(title, 'subprocessor'))
  return {
    relevant: (speaks || isPage) && !refused,
    isHere,
    isWide: isHere && !isNamedHere,
    standing: standingOf(page, nearest, said),
  }
}

const PART_NUMBER = /^(?:[\p{L}]+\s+)?(?:\p{Lu}|[IVX]+|\d{1,2}(?:\.\d{1,2})*)\s?[.):–—-]\s+|^\p{L}+[.:]\s+/u

/** "Annex 3 – Suppliers": in a data agreement or on a subprocessor page, these suppliers receive the data. */
function isSupplierHeading(heading: string, page: Page): boolean {
  if (!/^(?:dpa|sub-?processors?)$/.test(page.context.kind)) return false
  return page.share(heading.replace(PART_NUMBER, ''), ['supplier']) >= SUPPLIERS
}
const SUPPLIERS = 0.6

/** "Each sub-processor must:" introduces duties, not names. */
function isDutyOfSuppliers(lead: string, page: Page): boolean {
  const hits = page.hitsIn(lead, page.language)
  const [named] = hits.all('subprocessor')
  return named !== undefined && hits.all('duty').some(({ start }) => start >= named.end)
}

/** "Why we use subprocessors", with subheadings below. */
const isAboutThem = (heading: string, page: Page): boolean =>
  page.has(heading, 'not_suppliers') && page.has(heading, 'subprocessor')

/** "Obligations of sub-processors", "Contact"; but not "Push notifications", which is a service. */
function isLookAlike(heading: string, page: Page): boolean {
  if (!page.has(heading, 'not_suppliers') && !page.has(heading, 'other_topic')) return false
  const share = page.share(heading, ['not_suppliers', 'other_topic'])
  return isAboutThem(heading, page) || (share >= 0.5 && page.share(heading, ['task']) < share)
}

export function standingOf(page: Page, nearest: string, lead = ''): Standing {
  if (page.has(nearest, 'removed')) return 'former'
  if (page.has(nearest, 'upcoming')) return 'planned'
  const said = THIRD.test(nearest) ? '' : THIRD.test(lead) ? nearest : `${nearest} / ${lead}`
  return page.has(said, 'affiliate') ? 'affiliate' : 'third_party'
}

function lastSentence(text: string): string {
  return text.split(/(?<=[.!?。])\s*/).at(-1) ?? ''
}
