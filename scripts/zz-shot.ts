import { launchBrowser } from '/work/w/atc/test/browser/chromium.ts'
const b = await launchBrowser()
for (const [w, scheme] of [[1440,'light'],[1440,'dark'],[390,'light'],[390,'dark']] as const) {
  const c = await b.newContext({ viewport: { width: w, height: 1000 }, colorScheme: scheme })
  const p = await c.newPage()
  const errors: string[] = []
  p.on('console', (m) => m.type() === 'error' && errors.push(m.text()))
  for (const list of w === 1440 && scheme === 'light' ? ['findings', 'objects'] : ['findings']) {
    await p.goto(`http://localhost:4871/app/govern?view=atc&list=${list}`)
    await p.waitForTimeout(7000)
    await p.screenshot({ path: `/tmp/shot-${w}-${scheme}-${list}.png`, fullPage: true })
    const over = await p.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    console.log(w, scheme, list, 'overflow', over, errors.slice(0, 3))
  }
  await c.close()
}
await b.close()
