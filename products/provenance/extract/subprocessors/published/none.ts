// Pages that mention suppliers but list none of the vendor's.
import type { Published } from './published.ts'

export const NONE: readonly Published[] = [
  {
    shape: 'customers and identity providers are no suppliers',
    kind: 'security',
    suppliers: [],
    html: `<h1>Security</h1><p>We require all subprocessors to sign a DPA. If you use Fabrikam as your identity provider, you remain responsible for it. Customers such as Contoso, Litware and Wingtip trust us.</p>`,
  },
  {
    shape: 'integrations are no suppliers',
    kind: 'security',
    suppliers: [],
    html: `<h1>Integrations and subprocessors</h1><p>Our subprocessors are audited yearly.</p><h2>Integrations</h2><ul><li>Fabrikam: chat</li><li>Contoso: tickets</li></ul>`,
  },
  {
    shape: 'kinds of suppliers are nobody',
    kind: 'dpa',
    suppliers: [],
    html: `<h1>DPA</h1><p>Sub-processors: any third party engaged by Processor. "Affiliate" means any entity under common control. The Processor may engage Sub-processors such as hosting providers, payment providers and support tools. A list is available at <a href="https://acme.example/subprocessors">our site</a>.</p>`,
  },
  {
    shape: 'what a German agreement asks of both',
    kind: 'dpa',
    suppliers: [],
    html: `<h1>AVV</h1><p>Der Auftragnehmer informiert den Auftraggeber über jede Hinzuziehung von Unterauftragnehmern. Nicht als Unterauftragsverhältnisse gelten Leistungen wie Telekommunikation, Reinigung oder Post. Der Kunde benennt seine Dienstleister selbst.</p>`,
  },
  {
    shape: 'what a French agreement allows',
    kind: 'dpa',
    suppliers: [],
    html: `<h1>DPA</h1><p>Le sous-traitant peut faire appel à un autre sous-traitant pour mener des activités de traitement spécifiques, telles que l’hébergement ou la maintenance. Le Client choisit ses prestataires.</p>`,
  },
  {
    shape: 'a Spanish definition with an example',
    kind: 'privacy',
    suppliers: [],
    html: `<h1>Privacidad</h1><p>El encargado del tratamiento es la persona que trata datos por cuenta del responsable. Por ejemplo, si su empresa usa Correolia, Correolia es su encargado.</p>`,
  },
  {
    shape: 'what an Italian agreement allows',
    kind: 'dpa',
    suppliers: [],
    html: `<h1>Accordo</h1><p>Il Responsabile può ricorrere a Sub-responsabili, quali fornitori di hosting e di assistenza, previa comunicazione al Titolare.</p>`,
  },
  {
    shape: 'what a Portuguese agreement allows',
    kind: 'dpa',
    suppliers: [],
    html: `<h1>Contrato</h1><p>O Operador poderá contratar suboperadores, como provedores de nuvem e de e-mail. O Cliente será avisado.</p>`,
  },
  {
    shape: 'what a Dutch agreement allows',
    kind: 'dpa',
    suppliers: [],
    html: `<h1>Verwerkersovereenkomst</h1><p>Verwerker mag subverwerkers inschakelen, zoals hostingpartijen en supportbedrijven. Verwerkingsverantwoordelijke kan bezwaar maken.</p>`,
  },
  {
    shape: 'what Japanese terms allow',
    kind: 'terms',
    suppliers: [],
    html: `<h1>利用規約</h1><p>当社は、業務の一部を第三者に再委託することができます。再委託先には、クラウド事業者や決済代行会社などが含まれます。</p>`,
  },
  {
    shape: 'reasons for suppliers',
    kind: 'subprocessors',
    suppliers: [],
    html: `<h1>Subprocessors</h1><h2>Why we use subprocessors</h2><p>Core infrastructure:</p><ul><li>Cloud Hosting: Reliable, scalable infrastructure for our application</li><li>Content Delivery: Fast delivery of application assets</li></ul><p>Payment processing:</p><ul><li>Payment Gateway: Secure processing of payments</li><li>Banking Integration: Connection to bank accounts</li></ul><p>Market information:</p><ul><li>Stock Market Data: Real-time and historical prices</li><li>Exchange Data: Information of the day</li></ul>`,
  },
  {
    shape: 'examples of common subprocessors',
    kind: 'help',
    suppliers: [],
    html: `<h1>Approved subprocessors</h1><p>Approved subprocessors is a field of the cover page.</p><p>Examples of common subprocessors include: hosting services such as Northwind, Fabrikam, and Contoso; and payment services such as Ledgerly and Litware.</p>`,
  },
  {
    shape: 'a subprocessor explained by an example',
    kind: 'blog',
    suppliers: [],
    html: `<h1>Subprocessor</h1><p>A subprocessor is a third party that a processor uses. If you hire Northwind to handle payments, and Northwind uses Fabrikam to host its infrastructure, Fabrikam is a subprocessor.</p>`,
  },
  {
    shape: 'a form that nobody filled',
    kind: 'templates',
    suppliers: [],
    html: `<h1>Sub-processor register</h1><h3>Proposed sub-processor</h3><table><tr><th>Field</th><th>Value</th></tr><tr><td>Legal name</td><td>[Full name]</td></tr><tr><td>Processing location</td><td>[City, Country]</td></tr><tr><td>Function</td><td>[What it does]</td></tr></table>`,
  },
  {
    shape: 'numbered kinds of changes',
    kind: 'blog',
    suppliers: [],
    html: `<h1>Subprocessor management</h1><p>In practice, changes of a list of subprocessors fall into buckets:</p><p><strong>Bucket 1 — New entity added.</strong> A new subprocessor is added.</p><p><strong>Bucket 2 — Entity removed.</strong> The vendor stopped using a subprocessor.</p>`,
  },
  {
    shape: 'subprocessors of somebody else',
    kind: 'how-to',
    suppliers: [],
    html: `<h1>Objecting to new sub-processors</h1><p>Examples of Contoso's sub-processors include Northwind for cloud services and Mailbird for translation services.</p>`,
  },
  {
    shape: 'authorities that receive data in Spain',
    kind: 'dpa',
    suppliers: [],
    html: `<h1>Acuerdo</h1><h2>Destinatarios</h2><p>El encargado comunica los datos a los siguientes destinatarios:</p><ul><li>Administración Tributaria</li><li>Bancos y cajas</li><li>Juzgados y Tribunales</li></ul>`,
  },
  {
    shape: 'authorities and advisers in Germany',
    kind: 'privacy',
    suppliers: [],
    html: `<h1>Datenschutzhinweise</h1><h2>Empfänger der Daten</h2><p>Wir übermitteln Daten an folgende Empfänger:</p><ul><li>Banken</li><li>Steuerberater und Wirtschaftsprüfer</li><li>Behörden</li></ul>`,
  },
  {
    shape: 'advisers and authorities',
    kind: 'privacy',
    suppliers: [],
    html: `<h1>Privacy</h1><p>We may share your information with the following recipients:</p><ul><li>Law enforcement</li><li>Professional advisers</li><li>Our board of directors</li></ul>`,
  },
]
