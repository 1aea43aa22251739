// A German records archive: German pages in ISO-8859-1, English ones for its certificates.
import { article, home, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

const GERMAN = { language: 'de', charset: 'iso-8859-1' } as const

export const zindelhof: Site = {
  name: 'zindelhof',
  displayName: 'Zindelhof',
  aliases: ['Zindelhof GmbH', 'Zindelhof Archiv'],
  tagline: 'Akten, die man wiederfindet',
  description: 'Elektronische Akten für Behörden und Kanzleien.',
  accent: '#7f1d1d',
  robots: 'User-agent: *\nAllow: /\n\nSitemap: site://zindelhof/sitemap.xml\n',
  status: { components: ['Archiv', 'Suche', 'Schnittstellen'] },
  pages: {
    '/': home(
      'Zindelhof legt ab, was Sie aufbewahren müssen, und findet es in Sekunden.',
      [
        ['Für Behörden gemacht', 'Aktenplan, Fristen und Aussonderung nach den üblichen Regeln.'],
        ['Suche in Schreibschrift', 'Auch gescannte Blätter werden gefunden.'],
        ['Offene Formate', 'PDF/A und XML, jederzeit vollständig exportierbar.'],
      ],
      GERMAN,
    ),
    '/security': article(
      'security',
      'Security and compliance',
      `Zindelhof is ISO 27001 certified. Zindelhof has received a BSI C5 Type 2 attestation, and the report is available on request.

Records are encrypted at rest with AES-256 and encrypted in transit with TLS 1.3.

Archived data is stored in Germany only.`,
    ),
    '/datenschutz': article(
      'privacy',
      'Datenschutz',
      `Verantwortlich ist die Zindelhof GmbH, Göttingen. Wir verarbeiten Ihre Daten, um Ihnen den Dienst bereitzustellen. Sie haben das Recht auf Auskunft, Berichtigung und Löschung.

Akten werden ausschließlich in Deutschland gespeichert. Unsere Unterauftragsverarbeiter finden Sie in der [Liste der Subprozessoren](/unterauftragsverarbeiter).`,
      { ...GERMAN, charsetIn: 'meta' },
    ),
    '/unterauftragsverarbeiter': subprocessors(
      {
        shape: 'table',
        intro:
          'Die Zindelhof GmbH setzt folgende Unterauftragsverarbeiter (Subprocessors) ein. Änderungen kündigen wir 30 Tage vorher an.',
        headers: ['Subprocessor', 'Zweck (Purpose)', 'Ort (Location)'],
        rows: [
          ['Hobbinlake GmbH', 'Betrieb der Server', 'Deutschland'],
          ['Prüfwerk Köln GmbH', 'Prüfung der Sicherungen', 'Deutschland'],
          ['Tarnwhistle Ltd', 'E-Mail-Versand', 'Irland'],
        ],
      },
      { title: 'Unterauftragsverarbeiter (Subprocessors)', ...GERMAN, charsetIn: 'header' },
    ),
    '/auftragsverarbeitung': article(
      'dpa',
      'Vertrag zur Auftragsverarbeitung (DPA)',
      `Dieser Vertrag zwischen der Zindelhof GmbH und dem Kunden regelt die Verarbeitung im Auftrag nach Artikel 28 DSGVO. Eine englische Fassung:

Zindelhof gives 30 days notice of a new subprocessor. The customer may object to the subprocessor within 14 days. Zindelhof reports a personal data breach within 24 hours.`,
      GERMAN,
    ),
  },
}
