// Lists of suppliers in Markdown, plain text, JSON and nested lists, and with labels, addresses and sentences.
import type { Published } from './published.ts'

export const LISTS_6: readonly Published[] = [
  {
    shape: 'Spanish list with categories',
    kind: 'privacy',
    suppliers: ['Vientonorte S.L.', 'Correolia'],
    html: `<h1>Política de privacidad</h1><h2>Encargados de tratamiento</h2><p>Estos son los proveedores que tratan datos por cuenta nuestra:</p><ul><li>Alojamiento: Vientonorte S.L.</li><li>Correo electrónico: Correolia</li></ul>`,
  },
  {
    shape: 'Italian cards',
    kind: 'subprocessors',
    suppliers: ['Tramontana S.r.l. @Italia', 'Postalia @Irlanda'],
    html: `<h1>Sub-responsabili del trattamento</h1><h3>Tramontana S.r.l.</h3><p>Servizio: hosting</p><p>Paese: Italia</p><h3>Postalia</h3><p>Servizio: invio e-mail</p><p>Paese: Irlanda</p>`,
  },
  {
    shape: 'Portuguese sentence',
    kind: 'privacy',
    suppliers: ['Ventonorte', 'Correiolia'],
    html: `<html lang="pt"><h1>Política de privacidade</h1><h2>Operadores</h2><p>Utilizamos os seguintes suboperadores: Ventonorte (hospedagem) e Correiolia (e-mail).</p>`,
  },
  {
    shape: 'Dutch list in an annex',
    kind: 'dpa',
    suppliers: ['Noordenwind B.V.', 'Postbode B.V.'],
    html: `<h1>Verwerkersovereenkomst</h1><h2>Bijlage C: Subverwerkers</h2><ul><li>Noordenwind B.V. te Amsterdam, voor de hosting</li><li>Postbode B.V. te Utrecht, voor het versturen van e-mail</li></ul>`,
  },
  {
    shape: 'Japanese table of services',
    kind: 'privacy',
    suppliers: ['Northwind, Inc. @アメリカ', '株式会社メールバード'],
    html: `<html lang="ja"><h1>外部送信・委託先</h1><table><tr><th>委託先名</th><th>委託業務</th><th>国名</th></tr><tr><td>Northwind, Inc.</td><td>サーバー運用</td><td>アメリカ</td></tr><tr><td>株式会社メールバード</td><td>メール配信</td><td>日本</td></tr></table>`,
  },
  {
    shape: 'planned suppliers with a date',
    kind: 'subprocessors',
    suppliers: ['Northwind', 'Litware !planned'],
    html: `<h1>Subprocessors</h1><h2>Current subprocessors</h2><table><tr><th>Name</th><th>Purpose</th></tr><tr><td>Northwind</td><td>Hosting</td></tr></table><h2>Upcoming changes</h2><table><tr><th>Name</th><th>Purpose</th><th>Effective</th></tr><tr><td>Litware</td><td>Search</td><td>1 July 2026</td></tr></table>`,
  },
  {
    shape: 'affiliates listed after',
    kind: 'subprocessors',
    suppliers: ['Northwind', 'Acme GmbH !affiliate', 'Acme SAS !affiliate'],
    html: `<h1>Subprocessors</h1><h2>Third-party subprocessors</h2><ul><li>Northwind – hosting – Ireland</li></ul><h2>Acme affiliates</h2><ul><li>Acme GmbH – support – Germany</li><li>Acme SAS – support – France</li></ul>`,
  },
]
