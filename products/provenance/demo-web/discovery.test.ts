// Discovery finds all sources of the invented sites from their home pages, except those closed by robots.txt.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decide, parseRobots } from '../robots/robots.ts'
import { candidates } from '../sources/candidates.ts'
import { linksOf } from '../sources/links.ts'
import { EXPECTED } from './expected.ts'
import { answer, hostsOf, pagesOn } from './render.ts'
import type { Site } from './site.ts'
import { SITES } from './sites.ts'
import { homeOf, LAST_DAY } from './vendors.ts'

const MOMENT = { day: LAST_DAY, port: 8090 }

/** Reads like a crawler: follows a redirect, and treats a missing file as empty. */
function allowedAt(site: Site): (url: string) => boolean {
  const first = answer(site, site.name, '/robots.txt', MOMENT)
  const { status, body } = first.headers.location ? answer(site, site.name, first.headers.location, MOMENT) : first
  const robots = parseRobots(status === 200 ? body : new Uint8Array())
  return (url) => decide(robots, 'AnyBot', new URL(url)).allowed
}

function foundAt(site: Site): { open: string[]; closed: string[] } {
  const domain = `${site.name}.localhost`
  const website = homeOf({ domain }, MOMENT.port)
  const html = Buffer.from(answer(site, site.name, '/', MOMENT).body).toString('latin1')
  const pages = [{ url: website, links: linksOf(html, website) }]
  const allowed = allowedAt(site)
  const named = candidates({ domain, website, pages, allowed }).filter(({ probe }) => !probe)
  const write = (some: typeof named): string[] => some.map(({ kind, url }) => `${kind} ${url}`).toSorted()
  return {
    open: write(named.filter(({ url }) => allowed(url))),
    closed: write(named.filter(({ url }) => !allowed(url))),
  }
}

function thereAre(site: Site): string[] {
  const { unread = [] } = EXPECTED[site.name]!
  if (unread.includes('*')) return []
  return hostsOf(site)
    .flatMap((host) => [...pagesOn(site, host, LAST_DAY)].map(([path, { kind }]) => ({ host, path, kind })))
    .concat(site.status ? [{ host: `status.${site.name}`, path: '/', kind: 'status' }] : [])
    .filter(({ host, path, kind }) => kind !== '' && !(host === site.name && unread.includes(path)))
    .map(({ host, path, kind }) => `${kind} http://${host}.localhost:${MOMENT.port}${path}`)
    .toSorted()
}

test('every source of every site is found from its home page, and closed ones are known as closed', () => {
  // Duskpantry sends an empty shell for every address, so only its home page can be found.
  for (const site of SITES.filter(({ missing }) => missing !== 'shell'))
    assert.deepEqual(foundAt(site).open, thereAre(site), site.name)
  const cinnawharf = SITES.find(({ name }) => name === 'cinnawharf')!
  assert.deepEqual(foundAt(cinnawharf).closed, ['trust_center http://cinnawharf.localhost:8090/trust'])
})
