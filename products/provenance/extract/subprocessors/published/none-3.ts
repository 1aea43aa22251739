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
  {
    shape: 'no suppliers: steps',
    kind: 'subprocessors',
    suppliers: [],
    html: `<h1>Subprocessors</h1><p>You can object to a new subprocessor as follows:</p><ol><li>Write to us within 30 days</li><li>Explain your grounds</li><li>Wait for our answer</li></ol>`,
  },
  {
    shape: 'no suppliers: products of ours with places',
    kind: 'subprocessors',
    suppliers: [],
    html: `<h1>Subprocessors</h1><p>A list is available after signing in.</p><h2>Hosting regions</h2><table><tr><th>Product</th><th>Region</th><th>Location</th></tr><tr><td>Acme Core</td><td>EU</td><td>Germany</td></tr><tr><td>Acme Vault</td><td>US</td><td>United States</td></tr></table>`,
  },
  {
    shape: 'no suppliers: measures in plain text columns',
    kind: 'dpa',
    type: 'text/plain',
    suppliers: [],
    html: 'DATA PROCESSING AGREEMENT\n\nSub-processors are bound by the measures below.\n\nMeasure            Description              Owner\nEncryption         All data at rest         Engineering\nBackups            Daily copies             Operations\nAccess             Least privilege          Security\n',
  },
  {
    shape: 'no suppliers: regulators we answer to',
    kind: 'privacy',
    suppliers: [],
    html: `<h1>Privacy</h1><p>Our subprocessors are listed elsewhere.</p><h2>Your rights</h2><p>You may complain to:</p><ul><li>Garante per la protezione dei dati personali (Italy)</li><li>Autoriteit Persoonsgegevens (Netherlands)</li></ul>`,
  },
  {
    shape: 'no suppliers: opted integrations in sentences',
    kind: 'privacy',
    suppliers: [],
    html: `<h1>Privacy</h1><h2>Third parties and subprocessors</h2><p>If you connect Contoso for chat, Contoso gets your messages. Customers may use Litware for payments.</p>`,
  },
  {
    shape: 'no suppliers: what subprocessors get',
    kind: 'dpa',
    suppliers: [],
    html: `<h1>DPA</h1><h2>Sub-processors</h2><p>Sub-processors receive:</p><ul><li>Contact Data: name and e-mail</li><li>Usage Data: pages and clicks</li><li>Support Data: tickets</li></ul>`,
  },
  {
    shape: 'no suppliers: roles',
    kind: 'dpa',
    suppliers: [],
    html: `<h1>DPA</h1><h2>Parties</h2><table><tr><th>Name</th><th>Role</th><th>Address</th></tr><tr><td>Customer Ltd</td><td>Controller</td><td>London, United Kingdom</td></tr><tr><td>Acme Inc.</td><td>Processor</td><td>Boston, USA</td></tr></table><p>Sub-processors are listed on our site.</p>`,
  },
  {
    shape: 'no suppliers: parties of the clauses',
    kind: 'dpa',
    suppliers: [],
    html: `<h1>DPA</h1><h2>Annex I – List of parties</h2><p><strong>Data exporter</strong></p><p>Name: Contoso Ltd</p><p>Address: 1 High Street, London, United Kingdom</p><p><strong>Data importer</strong></p><p>Name: Acme Inc.</p><p>Address: 5 Main St, Boston, USA</p><h2>Annex III – Sub-processors</h2><p>See our web site.</p>`,
  },
  {
    shape: 'no suppliers: German measures',
    kind: 'dpa',
    suppliers: [],
    html: `<h1>AVV</h1><h2>Anlage 1: Technische Maßnahmen</h2><table><tr><td>Zutritt</td><td>Schließanlage</td></tr><tr><td>Zugang</td><td>Passwörter</td></tr></table><h2>Anlage 2: Unterauftragnehmer</h2><p>Derzeit werden keine Unterauftragnehmer eingesetzt.</p>`,
  },
  {
    shape: 'no suppliers: nobody is used',
    kind: 'subprocessors',
    suppliers: [],
    html: `<h1>Subprocessors</h1><p>Acme does not use Northwind, Contoso or any other subprocessor.</p>`,
  },
  {
    shape: 'no suppliers: French duties in a list',
    kind: 'dpa',
    suppliers: [],
    html: `<h1>Accord</h1><h2>Sous-traitance ultérieure</h2><p>Le sous-traitant ultérieur doit :</p><ul><li>Confidentialité : garder le secret</li><li>Sécurité : protéger les données</li><li>Audit : accepter les contrôles</li></ul>`,
  },
  {
    shape: 'no suppliers: Spanish sectors',
    kind: 'subprocessors',
    suppliers: [],
    html: `<h1>Subencargados</h1><p>La lista se entrega a petición.</p><h2>Sectores</h2><ul><li>Banca – análisis</li><li>Seguros – pagos</li></ul>`,
  },
  {
    shape: 'no suppliers: plans',
    kind: 'subprocessors',
    suppliers: [],
    html: `<h1>Subprocessors</h1><p>Ask us for the list.</p><h2>Plans</h2><ul><li>Starter – email support</li><li>Business – chat support</li><li>Enterprise – phone support</li></ul>`,
  },
  {
    shape: 'no suppliers: events',
    kind: 'subprocessors',
    suppliers: [],
    html: `<h1>Subprocessors</h1><h2>News</h2><ul><li>CloudFest – Rust, Germany</li><li>KubeCon – Paris, France</li></ul>`,
  },
  {
    shape: 'no suppliers: docs of an API',
    kind: 'docs',
    suppliers: [],
    html: `<h1>Subprocessors API</h1><p>Lists subprocessors of a vendor.</p><h2>Fields</h2><table><tr><th>Name</th><th>Type</th><th>Description</th></tr><tr><td>DisplayName</td><td>string</td><td>The name of the company</td></tr><tr><td>Country</td><td>string</td><td>Where it is</td></tr></table>`,
  },
  {
    shape: 'no suppliers: linked sentences of ours',
    kind: 'subprocessors',
    suppliers: [],
    html: `<h1>Subprocessors</h1><p><a href="https://en.wikipedia.org/wiki/GDPR">GDPR</a> requires us to list our suppliers.</p><p><a href="https://gdpr-info.eu/art-28-gdpr/">Article 28</a> says what a contract must hold.</p><p>Ask us for the list.</p>`,
  },
  {
    shape: 'no suppliers: offices as cards',
    kind: 'subprocessors',
    suppliers: [],
    html: `<h1>Subprocessors</h1><p>Ask us for the list.</p><h2>Offices</h2><p>Boston</p><p>United States</p><p>Head office</p><p>Berlin</p><p>Germany</p><p>Engineering</p>`,
  },
]
