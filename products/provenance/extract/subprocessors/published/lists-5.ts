// Lists of suppliers in Markdown, plain text, JSON and nested lists, and with labels, addresses and sentences.
import type { Published } from './published.ts'

export const LISTS_5: readonly Published[] = [
  {
    shape: 'Word table with numbers',
    kind: 'dpa',
    suppliers: ['Northwind Ltd @Ireland', 'Mailbird Inc. @USA'],
    html: `<h1>Data Processing Agreement</h1><p><b>ANNEX III – LIST OF SUB-PROCESSORS</b></p><table><tr><td><p>No.</p></td><td><p><b>Name</b></p></td><td><p><b>Description of processing</b></p></td><td><p><b>Location</b></p></td></tr><tr><td><p>1.</p></td><td><p>Northwind Ltd</p></td><td><p>Hosting</p></td><td><p>Ireland</p></td></tr><tr><td><p>2.</p></td><td><p>Mailbird Inc.</p></td><td><p>E-mail</p></td><td><p>USA</p></td></tr></table>`,
  },
  {
    shape: 'Word labels of the clauses',
    kind: 'dpa',
    suppliers: ['Northwind Ltd @Ireland =Hosting', 'Mailbird Inc. @USA'],
    html: `<h1>Data Processing Agreement</h1><p><b>ANNEX III</b></p><p>LIST OF SUB-PROCESSORS</p><p>The controller has authorised the use of the following sub-processors:</p><p>1. Name: Northwind Ltd</p><p>Address: 1 Quay Street, Dublin 2, Ireland</p><p>Contact person's name, position and contact details: privacy@northwind.example</p><p>Description of the processing: Hosting</p><p>2. Name: Mailbird Inc.</p><p>Address: 5 Main St, Boston, MA 02110, USA</p><p>Contact person's name, position and contact details: privacy@mailbird.example</p><p>Description of the processing: E-mail</p>`,
  },
  {
    shape: 'definition lists with labels',
    kind: 'subprocessors',
    suppliers: ['Northwind @Ireland', 'Mailbird @France'],
    html: `<h1>Subprocessors</h1><h3>Northwind</h3><dl><dt>Purpose</dt><dd>Hosting</dd><dt>Location</dt><dd>Ireland</dd></dl><h3>Mailbird</h3><dl><dt>Purpose</dt><dd>Email</dd><dt>Location</dt><dd>France</dd></dl>`,
  },
  {
    shape: 'based in, as cards say',
    kind: 'privacy',
    suppliers: ['Northwind @USA', 'Mailbird @Germany'],
    html: `<h1>Subprocessors</h1><p>Here are the vendors we use:</p><h3>Northwind</h3><p>Where it is based: USA • We share data of all users • <a href="https://northwind.example/privacy">Privacy policy</a></p><p>We host our application on Northwind. It is reliable.</p><h3>Mailbird</h3><p>Where it is based: Germany • We share data of adults • <a href="https://mailbird.example/privacy">Privacy policy</a></p><p>Mailbird delivers our messages. We chose it for its speed.</p>`,
  },
  {
    shape: 'added suppliers in a notice',
    kind: 'subprocessors',
    suppliers: ['Northwind', 'Mailbird'],
    html: `<h1>Subprocessors</h1><p>Acme uses the subprocessors below:</p><ul><li><a href="https://northwind.example">Northwind</a> (<em>hosting</em>)</li><li><a href="https://mailbird.example">Mailbird</a> (<em>email</em>)</li></ul><h2>Changelog</h2><ul><li>2026-05-01: Removed Contoso</li><li>2026-04-01: Added Mailbird</li></ul>`,
  },
  {
    shape: 'one supplier in a sentence',
    kind: 'subprocessors',
    suppliers: ['Northwind @Ireland'],
    html: `<h1>Subprocessors</h1><p>Our only subprocessor is Northwind (Ireland), which hosts our servers.</p>`,
  },
  {
    shape: 'question with a list',
    kind: 'faq',
    suppliers: ['Northwind', 'Mailbird'],
    html: `<h1>FAQ</h1><h3>Which subprocessors do you use?</h3><p>We use Northwind for hosting, and Mailbird for transactional email.</p>`,
  },
]
