// Lists of subprocessors in common page structures, and lists that only look like one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractHtml } from '../testing.ts'

interface Listed {
  name: string
  purpose: unknown
  location: unknown
  group: unknown
  relation: string
}

function listed(html: string, kind = 'subprocessors'): Listed[] {
  return extractHtml(html, kind)
    .claims.filter(({ category }) => category === 'subprocessor')
    .map(({ value, relation, details }) => ({
      name: value,
      purpose: details.purpose,
      location: details.location,
      group: details.group,
      relation,
    }))
}

const names = (html: string, kind?: string): string[] => listed(html, kind).map(({ name }) => name)

test('a table gives the name, purpose and place of processing, not the company’s seat', () => {
  const html = `<h1>Subprocessors</h1><table><thead><tr><th>Entity</th><th>Service provided</th><th>Processing location</th><th>Corporate location</th></tr></thead>
    <tbody><tr><td>Northwind Hosting, Inc.</td><td>Cloud hosting</td><td>Germany</td><td>United States</td></tr></tbody></table>`
  assert.deepEqual(listed(html), [
    {
      name: 'Northwind Hosting, Inc.',
      purpose: 'Cloud hosting',
      location: 'Germany',
      group: 'third_party',
      relation: 'supports',
    },
  ])
})

test('a header row without th is recognized by its words', () => {
  const html = `<h2>Our sub-processors</h2><table><tr><td>Vendor</td><td>Function</td><td>Country</td></tr>
    <tr><td>Fabrikam</td><td>Email</td><td>Ireland</td></tr><tr><td>Contoso Ltd</td><td>Logs</td><td>France</td></tr></table>`
  assert.deepEqual(names(html), ['Fabrikam', 'Contoso Ltd'])
})

test('a name that spans rows is one company with both purposes', () => {
  const html = `<h1>Subprocessors</h1><table><tr><th>Name</th><th>Purpose</th><th>Location</th></tr>
    <tr><td rowspan="2">Fabrikam</td><td>Email</td><td>US</td></tr><tr><td>Text messages</td><td>US</td></tr></table>`
  assert.deepEqual(
    listed(html).map(({ name, purpose }) => [name, purpose]),
    [['Fabrikam', 'Email; Text messages']],
  )
})

test('aliases belong to the name, and two companies in a cell are two', () => {
  const html = `<h1>Subprocessors</h1><table><tr><th>Subprocessor</th><th>Purpose</th></tr>
    <tr><td>Tailspin Inc (aka Wingtip)</td><td>SMS</td></tr><tr><td>Litware + Proseware</td><td>Metal</td></tr></table>`
  assert.deepEqual(names(html), ['Tailspin Inc (aka Wingtip)', 'Litware', 'Proseware'])
})

test('affiliates are distinguished from third parties by the heading or by the vendor’s own name', () => {
  const html = `<h1>Subprocessors</h1><h2>Third parties</h2><table><tr><th>Name</th><th>Purpose</th></tr><tr><td>Fabrikam</td><td>Mail</td></tr><tr><td>Acme GmbH</td><td>Support</td></tr></table>
    <h2>Affiliates</h2><table><tr><th>Name</th><th>Country</th></tr><tr><td>Roadrunner BV</td><td>Netherlands</td></tr></table>`
  assert.deepEqual(
    listed(html).map(({ name, group }) => [name, group]),
    [
      ['Fabrikam', 'third_party'],
      ['Acme GmbH', 'affiliate'],
      ['Roadrunner BV', 'affiliate'],
    ],
  )
})

test('bullets with a dash and a country in brackets are read', () => {
  const html = `<h1>Sub-processors</h1><p>We use these sub-processors:</p><ul><li>Fabrikam – email delivery (Ireland)</li><li>Contoso, Inc. – error tracking (USA)</li></ul>`
  assert.deepEqual(
    listed(html).map(({ name, purpose, location }) => [name, purpose, location]),
    [
      ['Fabrikam', 'email delivery', 'Ireland'],
      ['Contoso, Inc.', 'error tracking', 'United States'],
    ],
  )
})

test('a country stated above a list applies to every item', () => {
  const html = `<p>These subprocessors are located in Canada:</p><ul><li><b>Fabrikam</b>: logs</li><li><b>Contoso</b>: mail</li></ul>`
  assert.deepEqual(
    listed(html).map(({ location }) => location),
    ['Canada', 'Canada'],
  )
})

test('definition lists and cards are read', () => {
  const terms =
    '<h2>Subprocessors</h2><dl><dt>Fabrikam</dt><dd>Hosting in Germany</dd><dt>Contoso</dt><dd>Mail</dd></dl>'
  assert.deepEqual(names(terms), ['Fabrikam', 'Contoso'])
  const cards = `<h1>Subprocessors</h1><h3>Fabrikam</h3><p>Purpose: hosting</p><p>Location: Germany</p><h3>Contoso</h3><p>Purpose: mail</p><p>Location: US</p>`
  assert.deepEqual(
    listed(cards).map(({ name, purpose, location }) => [name, purpose, location]),
    [
      ['Fabrikam', 'hosting', 'Germany'],
      ['Contoso', 'mail', 'US'],
    ],
  )
})

test('accordions with a summary per company are read', () => {
  const html = `<h1>Subprocessors</h1><details><summary>Fabrikam</summary><p>Purpose: hosting<br>Country: Spain</p></details><details><summary>Contoso</summary><p>Purpose: mail<br>Country: Italy</p></details>`
  assert.deepEqual(
    listed(html).map(({ name, location }) => [name, location]),
    [
      ['Fabrikam', 'Spain'],
      ['Contoso', 'Italy'],
    ],
  )
})

test('names in a sentence about subprocessors are read', () => {
  assert.deepEqual(
    names('<p>We share data with subprocessors such as Fabrikam, Contoso and Northwind Traders.</p>', 'privacy'),
    ['Fabrikam', 'Contoso', 'Northwind Traders'],
  )
})

test('a struck row is a former subprocessor', () => {
  const html = `<h1>Subprocessors</h1><table><tr><th>Name</th><th>Purpose</th></tr><tr><td><s>Fabrikam</s></td><td>Mail</td></tr><tr><td>Contoso</td><td>Mail</td></tr></table>`
  assert.deepEqual(
    listed(html).map(({ name, relation }) => [name, relation]),
    [
      ['Fabrikam', 'refutes'],
      ['Contoso', 'supports'],
    ],
  )
})

test('a list split into pages is marked as incomplete', () => {
  const html = `<h1>Subprocessors</h1><table><tr><th>Name</th><th>Purpose</th></tr><tr><td>Fabrikam</td><td>Mail</td></tr></table><p>1–10 of 19</p>`
  assert.deepEqual(extractHtml(html, 'subprocessors').warnings, ['subprocessor_list_incomplete'])
})

test('researchers, obligations, change logs, integrations and prose without names are not suppliers', () => {
  for (const html of [
    '<h1>Hall of fame</h1><ul><li>Jane Roe</li><li>John Doe</li></ul>',
    '<h2>Subprocessors</h2><p>Before we engage a subprocessor we:</p><ul><li>Review its security.</li><li>Sign an agreement with it.</li></ul>',
    '<h1>Subprocessors</h1><h2>Change log</h2><table><tr><th>Date</th><th>Change</th></tr><tr><td>2025-01-01</td><td>Added Fabrikam</td></tr></table>',
    '<h1>Integrations</h1><table><tr><th>Name</th><th>Purpose</th></tr><tr><td>Fabrikam</td><td>Chat</td></tr></table>',
    '<p>We use third party subprocessors, such as cloud computing providers, to run the service.</p>',
  ])
    assert.deepEqual(names(html, 'security'), [], html)
})

test('a page that links to the list gives a gap and no names', () => {
  const { claims, gaps } = extractHtml(
    '<p>Our <a href="/legal/subprocessors">list of subprocessors</a> is kept up to date.</p>',
  )
  assert.deepEqual(
    claims.filter(({ category }) => category === 'subprocessor'),
    [],
  )
  assert.deepEqual(gaps, ['subprocessor_list_elsewhere:/legal/subprocessors'])
})

test('a list on another page and an incomplete list are recognized in other languages', () => {
  const german =
    '<p>Die Liste unserer Unterauftragsverarbeiter steht <a href="/recht/unterauftragsverarbeiter">hier</a>.</p>'
  assert.deepEqual(extractHtml(german).gaps, ['subprocessor_list_elsewhere:/recht/unterauftragsverarbeiter'])
  const rows = '<table><tr><th>Nom</th><th>Finalité</th></tr><tr><td>Fabrikam</td><td>E-mails</td></tr></table>'
  const french = `<h1>Sous-traitants</h1><p>Cette liste est non exhaustive.</p>${rows}`
  assert.deepEqual(extractHtml(french, 'subprocessors').warnings, ['subprocessor_list_incomplete'])
})

test('a table without headers is read by the content of its columns', () => {
  const html = `<h1>Our subprocessors</h1><p>We use the following subprocessors:</p><table>
    <tr><td>Northwind Hosting</td><td>Hosting</td><td>Ireland</td></tr><tr><td>Mailbird Inc.</td><td>E-mail</td><td>USA</td></tr></table>`
  assert.deepEqual(
    listed(html).map(({ name, purpose, location }) => [name, purpose, location]),
    [
      ['Northwind Hosting', 'Hosting', 'Ireland'],
      ['Mailbird Inc.', 'E-mail', 'USA'],
    ],
  )
  const prices = '<h1>Plans</h1><table><tr><td>Basic</td><td>10</td></tr><tr><td>Team</td><td>20</td></tr></table>'
  assert.deepEqual(names(prices, 'security'), [])
})

test('a card without labels gives a name, a purpose and a place', () => {
  const card = (name: string, does: string, where: string) => `<div><h4>${name}</h4><p>${does}</p><p>${where}</p></div>`
  const html = `<h1>Subprocessors</h1>${card('Northwind', 'Data warehouse', 'Germany')}${card('Mailbird', 'E-mail', 'USA')}`
  assert.deepEqual(names(html), ['Northwind', 'Mailbird'])
})

test('a sentence gives each company with its purpose', () => {
  const html =
    '<p>We use Mailbird for e-mail, Northwind Cloud for hosting and Ledgerly for payments as subprocessors.</p>'
  assert.deepEqual(
    listed(html, 'privacy').map(({ name, purpose }) => [name, purpose]),
    [
      ['Mailbird', 'e-mail'],
      ['Northwind Cloud', 'hosting'],
      ['Ledgerly', 'payments'],
    ],
  )
})
