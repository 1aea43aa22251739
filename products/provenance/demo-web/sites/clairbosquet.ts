// A French host for health data. Pages are in French, the security page in English.
import { article, home, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

const FRENCH = { language: 'fr' } as const

export const clairbosquet: Site = {
  name: 'clairbosquet',
  displayName: 'Clairbosquet',
  aliases: ['Clairbosquet SAS'],
  tagline: 'L’hébergement qui soigne ses données',
  description: 'Hébergement de données de santé en France.',
  accent: '#0e7490',
  robots: 'User-agent: *\nAllow: /\n\nSitemap: site://clairbosquet/sitemap.xml\n',
  securityTxt: { contact: 'mailto:securite@clairbosquet.localhost' },
  status: { components: ['Serveurs', 'Sauvegardes', 'Réseau'] },
  pages: {
    '/': home(
      'Des serveurs à Lille et à Nantes, exploités par des gens que vous pouvez appeler.',
      [
        ['Deux sites', 'Vos données restent en France, sur deux sites éloignés de 500 kilomètres.'],
        ['Sauvegardes vérifiées', 'Nous restaurons un échantillon chaque semaine.'],
        ['Une équipe', 'Pas de standard : l’ingénieur répond.'],
      ],
      FRENCH,
    ),
    '/security': article(
      'security',
      'Security',
      `Clairbosquet is ISO 27001 certified. Clairbosquet is also HDS certified, so clinics may keep their records with us.

Disks are encrypted at rest with AES-256. Links between our sites are encrypted in transit.

Customer data is stored in France. External testers carry out penetration tests every year.`,
    ),
    '/sous-traitants': subprocessors(
      {
        shape: 'table',
        intro: 'Clairbosquet SAS fait appel aux sous-traitants ultérieurs (sub-processors) suivants.',
        headers: ['Sous-traitant (Sub-processor)', 'Service', 'Pays (Country)'],
        rows: [
          ['Énergie Sauvegarde SAS', 'Sauvegardes hors site', 'France'],
          ['Lintelroost SAS', 'Signature des contrats', 'France'],
        ],
      },
      { title: 'Sous-traitants (Sub-processors)', ...FRENCH },
    ),
    '/confidentialite': article(
      'privacy',
      'Politique de confidentialité',
      `Clairbosquet SAS traite les données de ses clients pour leur compte. Vous pouvez demander l’accès, la rectification ou l’effacement de vos données à dpo@clairbosquet.localhost.`,
      FRENCH,
    ),
    '/mentions-legales': article(
      '',
      'Mentions légales',
      `Clairbosquet SAS, 3 rue des Tanneurs, Lille. Société inventée.`,
      FRENCH,
    ),
  },
}
