// Checks that apply to every page: accessible, and never wider than the window, on phone and desktop.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { talkTo } from './browser.ts'

const DESK_AND_TELEPHONE = [
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
] as const

/** The window in which `isInOrder` starts: if it already has this size and theme, it is not drawn again. */
export const AT_NIGHT = { viewport: { width: 390, height: 900 }, colorScheme: 'dark' } as const

/**
 * Checks a page on a phone in the dark and on a desktop in the light: accessible, and not wider than the window. The
 * phone gets all checks, because its targets are smallest; the desktop only checks elements that the phone did not
 * show, without colors, which are tested for both themes in `contrast.test.ts`.
 */
export async function isInOrder(page: Page): Promise<void> {
  for await (const { width } of looks(page)) {
    if (width === 390) {
      await examineDrawn(page)
      await page.evaluate(REMEMBER_SHOWN)
    } else {
      await staysInside(page)
      await stumblesOver(page, READ_RULES, await page.evaluate<number>(MARK_NEW))
    }
  }
}

/** The page on a phone in the dark, then on a desktop in the light. */
async function* looks(page: Page): AsyncGenerator<(typeof DESK_AND_TELEPHONE)[number]> {
  for (const look of DESK_AND_TELEPHONE) {
    await page.setViewportSize({ width: look.width, height: 900 })
    // Without transitions: colors in between would be too pale.
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' })
    await drawn(page)
    yield look
  }
}

/** Waits until the colors of the new theme have been applied, and drawings have followed the new size. */
const DRAWN = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  .then(() => {
    // A blinking cursor never ends.
    const ending = document.getAnimations().filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
    return Promise.all(ending.map((one) => one.finished.catch(() => {})))
  })
  .then(async () => {
    const isWider = () => document.documentElement.scrollWidth > innerWidth
    for (let frames = 0; isWider() && frames < 60; frames++) await new Promise(requestAnimationFrame)
  })`

export const drawn = (page: Page): Promise<unknown> => page.evaluate(DRAWN)

/** Checks that the page is accessible and not wider than the window, in its current state, after it is drawn. */
export async function examine(page: Page): Promise<void> {
  await drawn(page)
  await examineDrawn(page)
}

async function examineDrawn(page: Page): Promise<void> {
  await staysInside(page)
  await stumblesOver(page)
}

/** Nothing is wider than the window, and no table column lies outside it. */
export async function staysInside(page: Page): Promise<void> {
  const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  assert.ok(overhang <= 0, `${page.url()} is ${overhang} px wider than the window`)
  assert.deepEqual(await page.evaluate(CUT_OFF), [], `${page.url()} at ${page.viewportSize()?.width}`)
}

/** Checks the whole page, or the marked elements. */
async function stumblesOver(page: Page, rules = ALL_RULES, marked?: number): Promise<void> {
  if (marked === 0) return
  // Not with the builder, which would inject the long form of axe into every page and return passed checks too.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await bringAxe(page)
  const found = await page.evaluate(stumbles(rules, marked !== undefined))
  assert.deepEqual(found, [], `${page.url()} at ${page.viewportSize()?.width}`)
}

/** Elements that persist across pages, such as the frame of an app, are checked once. */
const REMEMBER_SHOWN = `globalThis.judged ??= new WeakSet()
  for (const one of document.body.querySelectorAll('*')) if (one.checkVisibility()) judged.add(one)`
/** Marks the topmost elements that were not shown before, and returns their number. */
const MARK_NEW = `(() => {
  const all = [...document.body.querySelectorAll('*')]
  const fresh = new Set(all.filter((one) => !judged.has(one) && one.checkVisibility()))
  globalThis.newlyShown = [...fresh].filter((one) => !fresh.has(one.parentElement))
  for (const one of fresh) judged.add(one)
  return newlyShown.length
})()`

/** Sent as a script and not as an expression: the browser has compiled it for the previous page. */
async function bringAxe(page: Page): Promise<void> {
  await (await talkTo(page)).send('Runtime.evaluate', { expression: AXE })
}

const ofAxe = createRequire(import.meta.resolve('@axe-core/playwright'))
const AXE = readFileSync(ofAxe.resolve('axe-core/axe.min.js'), 'utf8')

/** Text that extends beyond the window and is neither clipped nor scrollable. */
export const BROKEN_OUT = `[...document.querySelectorAll('body *')]
  .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((one) => !one.closest('.sr-only, .away') && getComputedStyle(one).textOverflow !== 'ellipsis')
  .filter((one) => { const range = document.createRange(); range.selectNodeContents(one)
    return range.getBoundingClientRect().right > innerWidth + 1 })
  .filter((one) => { for (let up = one; up; up = up.parentElement)
    if (/auto|scroll/.test(getComputedStyle(up).overflowX) && up.scrollWidth > up.clientWidth) return false
    return true })
  .map((one) => one.innerText.slice(0, 60))`

/** Tables with columns outside the window, which users would not look for. */
const CUT_OFF = `[...document.querySelectorAll('table:not(.rows-table)')]
  .filter((table) => table.offsetWidth > 0 && table.getBoundingClientRect().right > innerWidth + 1)
  .map((table) => table.innerText.slice(0, 80))`
const ALL_RULES = {}
const READ_RULES = { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } }
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
// Passed checks are not described, because naming thousands of elements takes longer than checking them. Rows of a long
// table or list are alike, so only the first ones are checked.
const stumbles = (
  rules: object,
  inNew: boolean,
): string => `axe.run({ ${inNew ? 'include: newlyShown, ' : ''}exclude: ['tbody > tr:nth-child(n+6)', 'li:nth-child(n+6)'] },
  { runOnly: ${JSON.stringify(TAGS)}, rules: ${JSON.stringify(rules)}, resultTypes: ['violations'] })
  .then(({ violations }) => violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) })))`
