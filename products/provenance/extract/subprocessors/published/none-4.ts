// Pages that speak of suppliers, and lists of others: customers, partners, people, places, rules.
import type { Published } from './published.ts'

export const NONE_4: readonly Published[] = [
  {
    shape: 'no suppliers: French types',
    kind: 'dpa',
    suppliers: [],
    html: `<html lang="fr"><h1>Accord</h1><h2>Annexe 2 : Prestataires</h2><p>Le Sous-traitant informe le Client. Les Prestataires sont choisis avec soin.</p><ul><li>Hébergement : en France</li><li>Support : en Europe</li></ul>`,
  },
  {
    shape: 'no suppliers: terms with places',
    kind: 'dpa',
    suppliers: [],
    html: `<h1>DPA</h1><h2>Subprocessors</h2><ul><li>Notice: thirty days</li><li>Objection: in writing</li><li>Transfer: under Standard Contractual Clauses</li></ul>`,
  },
  {
    shape: 'no suppliers: table of duties',
    kind: 'dpa',
    suppliers: [],
    html: `<h1>DPA</h1><h2>Sub-processors</h2><table><tr><th>Party</th><th>Duty</th></tr><tr><td>Acme</td><td>Keeps the list</td></tr><tr><td>Customer</td><td>Objects in writing</td></tr></table>`,
  },
  {
    shape: 'no suppliers: nested rights',
    kind: 'privacy',
    suppliers: [],
    html: `<h1>Privacy</h1><h2>Subprocessors and your rights</h2><ul><li>Access<ul><li>Purpose: to see your data</li></ul></li><li>Erasure<ul><li>Purpose: to delete your data</li></ul></li></ul>`,
  },
  {
    shape: 'no suppliers: sample of an API in JSON',
    kind: 'docs',
    type: 'application/json',
    suppliers: [],
    html: '{"subprocessors":[{"name":"Example Inc","purpose":"Hosting","location":"Ireland"}]}',
  },
  {
    shape: 'no suppliers: text columns of contacts',
    kind: 'subprocessors',
    type: 'text/plain',
    suppliers: [],
    html: 'ACME SUBPROCESSORS\n\nAsk us for the list.\n\nName          Post                        Place\nJane Doe      Data Protection Officer     Dublin\nJohn Smith    Counsel                     Berlin\n',
  },
  {
    shape: 'no suppliers: linked sentences about laws',
    kind: 'dpa',
    suppliers: [],
    html: `<h1>DPA</h1><h2>Sub-processors</h2><p><a href="https://eur-lex.europa.eu/x">GDPR</a> applies to all sub-processors.</p><p><a href="https://ico.org.uk">ICO</a> may audit them.</p>`,
  },
  {
    shape: 'no suppliers: customers chosen tools',
    kind: 'subprocessors',
    suppliers: ['Northwind'],
    html: `<h1>Subprocessors</h1><ul><li><strong>Northwind</strong>: hosting</li></ul><h2>Services you may connect</h2><ul><li><strong>Contoso</strong>: chat</li><li><strong>Litware</strong>: tickets</li></ul>`,
  },
  {
    shape: 'no suppliers: German definitions',
    kind: 'dpa',
    suppliers: [],
    html: `<html lang="de"><h1>AVV</h1><h2>Unterauftragsverhältnisse</h2><ul><li>Nebenleistungen: Post, Telekommunikation</li><li>Reinigung: keine Auftragsverarbeitung</li><li>Bewachung: keine Auftragsverarbeitung</li></ul>`,
  },
  {
    shape: 'no suppliers: French procedure',
    kind: 'subprocessors',
    suppliers: [],
    html: `<html lang="fr"><h1>Sous-traitants</h1><h2>Procédure</h2><ol><li>Évaluation : nous envoyons un questionnaire</li><li>Contrat : nous signons un accord</li><li>Suivi : nous contrôlons chaque année</li></ol>`,
  },
  {
    shape: 'no suppliers: retention',
    kind: 'privacy',
    suppliers: [],
    html: `<h1>Privacy</h1><p>Subprocessors keep data as long as we do.</p><h2>Retention</h2><table><tr><th>Data</th><th>Purpose</th><th>Period</th></tr><tr><td>Account Data</td><td>Support</td><td>Two years</td></tr><tr><td>Log Data</td><td>Security</td><td>30 days</td></tr></table>`,
  },
  {
    shape: 'no suppliers: standards',
    kind: 'subprocessors',
    suppliers: [],
    html: `<h1>Subprocessors</h1><p>All of our suppliers hold:</p><ul><li>ISO 27001 – security</li><li>SOC 2 – security</li><li>PCI DSS – payments</li></ul>`,
  },
  {
    shape: 'no suppliers: partners by region',
    kind: 'privacy',
    suppliers: [],
    html: `<h1>Privacy</h1><p>Processors act on our behalf.</p><h2>Where to buy</h2><ul><li>Fabrikam GmbH – Germany</li><li>Contoso SAS – France</li></ul>`,
  },
  {
    shape: 'no suppliers: German questions',
    kind: 'faq',
    suppliers: [],
    html: `<html lang="de"><h1>FAQ</h1><h3>Setzen Sie Unterauftragnehmer ein?</h3><p>Ja, eine Liste senden wir auf Anfrage. Kunden wie Fabrikam GmbH und Contoso AG nutzen sie für ihre Prüfungen.</p>`,
  },
  {
    shape: 'no suppliers: former in a sentence',
    kind: 'subprocessors',
    suppliers: [],
    html: `<h1>Subprocessors</h1><p>We no longer use Northwind for hosting. Until 2024 our mail was sent by Mailbird.</p>`,
  },
  {
    shape: 'no suppliers: sentence about a test',
    kind: 'security',
    suppliers: [],
    html: `<h1>Security</h1><h2>Subprocessors and audits</h2><p>Our last penetration test was carried out by Fabrikam Ltd for assurance. Our SOC 2 report was issued by Contoso LLP.</p>`,
  },
  {
    shape: 'no suppliers: investors',
    kind: 'about',
    suppliers: [],
    html: `<h1>About us</h1><p>Vendors and subprocessors find our terms below.</p><h2>Investors</h2><ul><li><a href="https://fabrikam.com">Fabrikam Capital</a></li><li><a href="https://contoso.com">Contoso Ventures</a></li></ul>`,
  },
]
