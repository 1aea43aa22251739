// Pages that speak of suppliers, and lists of others: customers, partners, people, places, rules.
import type { Published } from './published.ts'

export const NONE_3: readonly Published[] = [
  {
    shape: 'no suppliers: labels in one line of a form',
    kind: 'help',
    suppliers: [],
    html: `<h1>Add a subprocessor</h1><p><strong>Name:</strong> the name of the company <strong>Purpose:</strong> what it does <strong>Location:</strong> where it is</p>`,
  },
  {
    shape: 'no suppliers: json of settings',
    kind: 'subprocessors',
    type: 'application/json',
    suppliers: [],
    html: '{"page":"subprocessors","menu":[{"name":"Home","location":"/"},{"name":"Pricing","location":"/pricing"}]}',
  },
  {
    shape: 'no suppliers: plain text of versions',
    kind: 'subprocessors',
    type: 'text/plain',
    suppliers: [],
    html: 'Acme subprocessors\n\nThe list is available on request.\n\nVersion         Date            Author\n1.0             2026-01-01      Jane Doe\n1.1             2026-02-01      John Smith\n',
  },
]
