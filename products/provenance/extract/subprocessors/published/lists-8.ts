// Lists of suppliers in Markdown, plain text, JSON and nested lists, and with labels, addresses and sentences.
import type { Published } from './published.ts'

export const LISTS_8: readonly Published[] = [
  {
    shape: 'Japanese labels with slashes',
    kind: 'privacy',
    suppliers: ['株式会社ノースウィンド', 'メールバード株式会社'],
    html: `<html lang="ja"><h1>プライバシーポリシー</h1><h2>委託先</h2><p>委託先：株式会社ノースウィンド　業務：サーバーの運用</p><p>委託先：メールバード株式会社　業務：メールの配信</p>`,
  },
  {
    shape: 'list with places first',
    kind: 'subprocessors',
    suppliers: ['Northwind', 'Mailbird'],
    html: `<h1>Subprocessors</h1><ul><li>Ireland: Northwind (hosting)</li><li>Canada: Mailbird (email)</li></ul>`,
  },
  {
    shape: 'cards with badges of region',
    kind: 'trust_center',
    suppliers: ['Northwind @Ireland', 'Mailbird @Canada'],
    html: `<h1>Trust</h1><h2>Subprocessors</h2><div><h4>Northwind</h4><p>Cloud infrastructure</p><p>Ireland</p><a href="https://northwind.com/privacy">Privacy</a></div><div><h4>Mailbird</h4><p>Email delivery</p><p>Canada</p><a href="https://mailbird.io/privacy">Privacy</a></div>`,
  },
  {
    shape: 'markdown without heads',
    kind: 'subprocessors',
    type: 'text/markdown',
    suppliers: ['Northwind', 'Mailbird'],
    html: '# Sub-processors\n\nWe use these sub-processors:\n\n1. **Northwind** (hosting)\n2. **Mailbird** (email)\n',
  },
  {
    shape: 'sentence in an annex',
    kind: 'dpa',
    suppliers: ['Northwind Ltd', 'Mailbird Inc.'],
    html: `<h1>DPA</h1><h2>Schedule 2 – Sub-processors</h2><p>The Processor uses Northwind Ltd (Ireland) for hosting and Mailbird Inc. (USA) for e-mail.</p>`,
  },
  {
    shape: 'French table without marks',
    kind: 'subprocessors',
    suppliers: ['Ventdunord @France', 'Courrielia @Irlande'],
    html: `<html lang="fr"><h1>Sous-traitants</h1><table><tr><td><b>Société</b></td><td><b>Usage</b></td><td><b>Localisation</b></td></tr><tr><td>Ventdunord</td><td>Hébergement</td><td>France</td></tr><tr><td>Courrielia</td><td>E-mails</td><td>Irlande</td></tr></table>`,
  },
  {
    shape: 'Spanish list with places',
    kind: 'subprocessors',
    suppliers: ['Vientonorte @Spain', 'Correolia @Ireland'],
    html: `<html lang="es"><h1>Subencargados</h1><ul><li><strong>Vientonorte</strong> – alojamiento – España</li><li><strong>Correolia</strong> – correo – Irlanda</li></ul>`,
  },
  {
    shape: 'Japanese definition list',
    kind: 'subprocessors',
    suppliers: ['株式会社ノースウィンド', 'メールバード株式会社'],
    html: `<html lang="ja"><h1>再委託先</h1><dl><dt>株式会社ノースウィンド</dt><dd>サーバーの運用</dd><dt>メールバード株式会社</dt><dd>メールの配信</dd></dl>`,
  },
  {
    shape: 'json of one object',
    kind: 'subprocessors',
    type: 'application/json',
    suppliers: ['Northwind', 'Mailbird'],
    html: '{"title":"Subprocessors","items":[{"name":"Northwind","service":"Hosting","country":"IE"},{"name":"Mailbird","service":"Email","country":"CA"}]}',
  },
]
