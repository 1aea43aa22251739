// What every page has to be: nothing to stumble over, nothing wider than the window, on a telephone and on a desk.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { talkTo } from './browser.ts'

const DESK_AND_TELEPHONE = [
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
] as const

/** Where `isInOrder` begins: a window that is so already need not be drawn once more. */
export const AT_NIGHT = { viewport: { width: 390, height: 900 }, colorScheme: 'dark' } as const

/**
 * On a telephone at night and on a desk by day: nothing to stumble over, nothing wider than the window. All of it is judged
 * on the telephone, where targets are smallest; on the desk what the telephone has not shown, by what can be read of it: the
 * pairs of colours are known to be right in both looks (`contrast.test.ts`).
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

/** The page on a telephone at night, then on a desk by day. */
async function* looks(page: Page): AsyncGenerator<(typeof DESK_AND_TELEPHONE)[number]> {
  for (const look of DESK_AND_TELEPHONE) {
    await page.setViewportSize({ width: look.width, height: 900 })
    // Colours change at once: halfway they would be too pale.
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' })
    await drawn(page)
    yield look
  }
}

/** The colours of the new look have arrived, and what is drawn has followed the new size. */
const DRAWN = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  .then(() => {
    // A cursor that blinks does so for ever.
    const ending = document.getAnimations().filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
    return Promise.all(ending.map((one) => one.finished.catch(() => {})))
  })
  .then(async () => {
    const isWider = () => document.documentElement.scrollWidth > innerWidth
    for (let frames = 0; isWider() && frames < 60; frames++) await new Promise(requestAnimationFrame)
  })`

export const drawn = (page: Page): Promise<unknown> => page.evaluate(DRAWN)

/** Nothing to stumble over, and nothing wider than the window: the page as it is now, when all of it is drawn. */
export async function examine(page: Page): Promise<void> {
  await drawn(page)
  await examineDrawn(page)
}

async function examineDrawn(page: Page): Promise<void> {
  await staysInside(page)
  await stumblesOver(page)
}

/** Nothing is wider than the window, and no column of ours lies outside it. */
export async function staysInside(page: Page): Promise<void> {
  const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  assert.ok(overhang <= 0, `${page.url()} is ${overhang} px wider than the window`)
  assert.deepEqual(await page.evaluate(CUT_OFF), [], `${page.url()} at ${page.viewportSize()?.width}`)
}

/** In all of the page, or in what is marked. */
async function stumblesOver(page: Page, rules = ALL_RULES, marked?: number): Promise<void> {
  if (marked === 0) return
  // Not by the builder, which would read the long form of axe for every page and bring home what is in order as well.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await bringAxe(page)
  const found = await page.evaluate(stumbles(rules, marked !== undefined))
  assert.deepEqual(found, [], `${page.url()} at ${page.viewportSize()?.width}`)
}

/** What stays while pages come and go, such as the frame of an app, is judged once. */
const REMEMBER_SHOWN = `globalThis.judged ??= new WeakSet()
  for (const one of document.body.querySelectorAll('*')) if (one.checkVisibility()) judged.add(one)`
/** What has not been shown before, without what is inside of it; how many there are. */
const MARK_NEW = `(() => {
  const all = [...document.body.querySelectorAll('*')]
  const fresh = new Set(all.filter((one) => !judged.has(one) && one.checkVisibility()))
  globalThis.newlyShown = [...fresh].filter((one) => !fresh.has(one.parentElement))
  for (const one of fresh) judged.add(one)
  return newlyShown.length
})()`

/** As a script and not as a text to evaluate: the browser has compiled it for the page before. */
async function bringAxe(page: Page): Promise<void> {
  await (await talkTo(page)).send('Runtime.evaluate', { expression: AXE })
}

const ofAxe = createRequire(import.meta.resolve('@axe-core/playwright'))
const AXE = readFileSync(ofAxe.resolve('axe-core/axe.min.js'), 'utf8')

/** Words that reach out of the window where nothing cuts them off or lets them be scrolled to. */
export const BROKEN_OUT = `[...document.querySelectorAll('body *')]
  .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((one) => !one.closest('.sr-only, .away') && getComputedStyle(one).textOverflow !== 'ellipsis')
  .filter((one) => { const range = document.createRange(); range.selectNodeContents(one)
    return range.getBoundingClientRect().right > innerWidth + 1 })
  .filter((one) => { for (let up = one; up; up = up.parentElement)
    if (/auto|scroll/.test(getComputedStyle(up).overflowX) && up.scrollWidth > up.clientWidth) return false
    return true })
  .map((one) => one.innerText.slice(0, 60))`

/** Tables whose columns are ours and lie outside the window: nobody looks for what is not to be seen. */
const CUT_OFF = `[...document.querySelectorAll('table:not(.rows-table)')]
  .filter((table) => table.offsetWidth > 0 && table.getBoundingClientRect().right > innerWidth + 1)
  .map((table) => table.innerText.slice(0, 80))`
const ALL_RULES = {}
const READ_RULES = { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } }
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
// What is in order is not described: to name thousands of elements takes longer than to look at them. The rows of a
// long table or list are made alike, so its first ones speak for the others.
const stumbles = (
  rules: object,
  inNew: boolean,
): string => `axe.run({ ${inNew ? 'include: newlyShown, ' : ''}exclude: ['tbody > tr:nth-child(n+6)', 'li:nth-child(n+6)'] },
  { runOnly: ${JSON.stringify(TAGS)}, rules: ${JSON.stringify(rules)}, resultTypes: ['violations'] })
  .then(({ violations }) => violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) })))`
