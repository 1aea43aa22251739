// Data locations that follow from the structure of a page: tables, lists and bare answers under a heading.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractHtml } from '../testing.ts'

const placesOf = (language: string, html: string, kind = 'security'): string[] =>
  extractHtml(`<html lang="${language}">${html}</html>`, kind)
    .claims.filter(({ category }) => category === 'data_residency')
    .map(({ value, state }) => (state === 'in_progress' ? `${value}?` : value))
    .sort()

const row = (...cells: string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
const table = (...rows: string[][]): string => `<table>${rows.map((cells) => row(...cells)).join('')}</table>`
const list = (...items: string[]): string => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

const SHAPES: readonly [language: string, heading: string, places: readonly string[], body: string][] = [
  ['en', 'Where we host', ['Ireland'], 'AWS Ireland (eu-west-1)'],
  ['en', 'Which country is my data in?', ['Norway'], 'Norway.'],
  ['en', '', ['Germany', 'United States'], table(['Region', 'Where'], ['US', 'Oregon'], ['DE', 'Frankfurt'])],
  ['en', '', ['Canada', 'Italy'], table(['Data', 'Stored in'], ['Files', 'Toronto'], ['Logs', 'Milan'])],
  ['en', 'Data centres', ['United Kingdom'], 'Two Tier III facilities in London, run by a certified operator.'],
  ['en', 'Hosting', ['Sweden'], 'Primary site: Stockholm.'],
  ['en', 'Data residency', ['Finland'], list('Primary: Helsinki', 'Operated by Acme B.V., Amsterdam')],
  ['en', 'Data residency', [], list('Acme Ltd, 12 High Street, London')],
  ['en', '', [], table(['Region', 'Office'], ['Europe', 'Madrid'])],
  ['en', '', [], table(['Vendor', 'Location'], ['Mailwell', 'India'])],
  ['en', '', [], table(['Region', 'Price'], ['Canada', '$ 20'])],
  ['en', '', ['Japan?'], table(['Region', 'Location'], ['East', 'Tokyo (planned)'])],
  ['en', 'Infrastructure', [], 'Sales: London'],
  ['en', 'Company headquarters location', [], 'United States'],
  ['en', 'Regions', ['United Kingdom'], table(['Region', 'Compute'], ['UK', 'europe-west2 (London)'])],
  ['en', '', ['Chile', 'Peru'], `<p>We store data in these geographical locations:</p>${list('Chile', 'Peru')}`],
  ['nl', 'Hosting', ['Netherlands'], 'De servers zijn ondergebracht in een datacenter in Rotterdam.'],
  ['de', 'Serverstandort', ['Austria'], 'Wien, Österreich'],
  ['de', 'In welchem Land liegen meine Daten?', ['Switzerland'], 'In der Schweiz.'],
  ['de', '', ['Germany'], list('Serverstandort: Deutschland', 'Unternehmenssitz: Österreich')],
  [
    'de',
    '',
    ['Germany'],
    table(['Rechenzentrum', 'Falkenstein (Deutschland)'], ['Rechtsraum', 'EU / deutsches Recht']),
  ],
  ['fr', 'Où se trouvent mes données ?', ['Belgium'], 'En Belgique, dans notre propre centre.'],
  ['fr', '', ['France'], table(['Serveurs', 'Roubaix (France)'], ['Support', 'Madrid'])],
  ['es', 'Ubicación de los datos', ['Spain'], 'Madrid (España)'],
  ['es', '¿En qué país están mis datos?', ['Ireland'], 'En Irlanda, en la región eu-west-1 de AWS.'],
  ['pt', 'Onde ficam os dados?', ['Portugal'], 'Em Lisboa, Portugal.'],
  ['it', 'Dove risiedono i dati?', ['Italy'], 'Nel data center di Torino.'],
  ['nl', 'In welk land staan mijn gegevens?', ['Netherlands'], 'Nederland'],
  ['ja', 'サーバー設置場所', ['Japan'], '東京および大阪'],
  ['ja', 'データはどこの国に保存されますか？', ['Japan'], '日本国内のデータセンターに保存されます。'],
]

for (const [language, heading, places, body] of SHAPES)
  test(`"${heading || 'no heading'}" in "${language}" with ${body} names ${places.join(', ') || 'no place'}`, () => {
    const content = body.startsWith('<') ? body : `<p>${body}</p>`
    assert.deepEqual(placesOf(language, `${heading && `<h2>${heading}</h2>`}${content}`), places)
  })
