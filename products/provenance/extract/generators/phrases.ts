// Phrases of supplier lists in eight languages.
import type { Language } from '../cues/names.ts'

export interface Phrases {
  title: readonly string[]
  lead: readonly string[]
  name: readonly string[]
  purpose: readonly string[]
  location: readonly string[]
  data: readonly string[]
  purposes: readonly string[]
  /** Headings on the page that are not suppliers. */
  decoys: readonly string[]
  /** "{} for hosting": a name and its purpose in running text. */
  forPurpose: string
  and: string
  affiliates: string
  third: string
  prose: readonly string[]
  duties: readonly [heading: string, items: readonly string[]]
}

export const PHRASES: Readonly<Record<Language, Phrases>> = {
  en: {
    title: ['Subprocessors', 'List of sub-processors', 'Our Subprocessors'],
    lead: [
      'We use the following subprocessors to deliver the service:',
      'The following third parties act as sub-processors.',
    ],
    name: ['Subprocessor', 'Name', 'Company', 'Vendor', 'Entity name'],
    purpose: [
      'Purpose',
      'Service provided',
      'Description of processing',
      'What they do for us',
      'Nature of processing',
    ],
    location: ['Location', 'Country', 'Place of processing', 'Data location', 'Region'],
    data: ['Data processed', 'Categories of data', 'Type of data'],
    purposes: [
      'Cloud hosting',
      'Transactional e-mail',
      'Customer support tickets',
      'Error monitoring',
      'Payment processing',
      'Product analytics',
      'Text messages',
      'Log storage',
    ],
    decoys: ['Contact', 'Change log', 'How to subscribe', 'Questions', 'Notification of changes'],
    forPurpose: '{} for {}',
    and: 'and',
    affiliates: 'Affiliates',
    third: 'Third parties',
    prose: [
      'We rely on subprocessors such as {}.',
      'Our subprocessors are {}.',
      'Personal data is shared with our sub-processors: {}.',
    ],
    duties: [
      'Obligations of subprocessors',
      ['Keep data confidential', 'Report incidents without delay', 'Delete data at the end'],
    ],
  },
  de: {
    title: ['Unterauftragsverarbeiter', 'Liste der Unterauftragnehmer', 'Subunternehmer'],
    lead: [
      'Wir setzen die folgenden Unterauftragsverarbeiter ein:',
      'Folgende Subunternehmer sind derzeit beauftragt.',
    ],
    name: ['Unterauftragsverarbeiter', 'Name', 'Firma', 'Dienstleister', 'Unternehmen'],
    purpose: ['Zweck', 'Leistung', 'Zweck der Verarbeitung', 'Gegenstand der Leistung', 'Tätigkeit'],
    location: ['Standort', 'Land', 'Ort der Verarbeitung', 'Sitz und Verarbeitungsort', 'Serverstandort'],
    data: ['Datenkategorien', 'Art der Daten', 'Betroffene Daten'],
    purposes: [
      'Cloud-Hosting',
      'Versand von E-Mails',
      'Kundensupport',
      'Fehlerüberwachung',
      'Zahlungsabwicklung',
      'Webanalyse',
      'SMS-Versand',
      'Speicherung von Protokollen',
    ],
    decoys: ['Kontakt', 'Änderungshistorie', 'Benachrichtigung', 'Häufige Fragen', 'Stand der Liste'],
    forPurpose: '{} für {}',
    and: 'und',
    affiliates: 'Verbundene Unternehmen',
    third: 'Dritte',
    prose: [
      'Wir setzen Unterauftragsverarbeiter ein, darunter {}.',
      'Unsere Unterauftragnehmer sind {}.',
      'Daten gehen an folgende Subunternehmer: {}.',
    ],
    duties: [
      'Pflichten der Unterauftragsverarbeiter',
      ['Vertraulichkeit der Daten', 'Meldung von Vorfällen', 'Löschung nach Vertragsende'],
    ],
  },
  fr: {
    title: ['Sous-traitants ultérieurs', 'Liste des sous-traitants', 'Nos sous-traitants'],
    lead: [
      'Nous faisons appel aux sous-traitants suivants :',
      'Les sous-traitants ultérieurs ci-dessous sont autorisés.',
    ],
    name: ['Sous-traitant', 'Nom', 'Société', 'Prestataire', 'Entité'],
    purpose: ['Finalité', 'Service fourni', 'Objet du traitement', 'Nature de la prestation', 'Activité'],
    location: ['Localisation', 'Pays', 'Lieu de traitement', "Lieu d'hébergement", 'Pays de stockage'],
    data: ['Données traitées', 'Catégories de données', 'Type de données'],
    purposes: [
      'Hébergement cloud',
      "Envoi d'e-mails",
      'Support client',
      'Suivi des erreurs',
      'Paiements en ligne',
      "Mesure d'audience",
      'Envoi de SMS',
      'Stockage des journaux',
    ],
    decoys: ['Contact', 'Historique des modifications', 'Foire aux questions', 'Notification', 'Nous écrire'],
    forPurpose: '{} pour {}',
    and: 'et',
    affiliates: 'Sociétés affiliées',
    third: 'Tiers',
    prose: [
      'Nous recourons à des sous-traitants tels que {}.',
      'Nos sous-traitants sont {}.',
      'Les données sont confiées aux sous-traitants suivants : {}.',
    ],
    duties: [
      'Obligations des sous-traitants',
      ['Garder les données confidentielles', 'Signaler les incidents', 'Supprimer les données à la fin'],
    ],
  },
  es: {
    title: ['Subencargados del tratamiento', 'Lista de subencargados', 'Nuestros subprocesadores'],
    lead: ['Utilizamos los siguientes subencargados:', 'Los siguientes subencargados están autorizados.'],
    name: ['Subencargado', 'Nombre', 'Empresa', 'Proveedor', 'Entidad'],
    purpose: ['Finalidad', 'Servicio prestado', 'Objeto del tratamiento', 'Descripción del servicio', 'Actividad'],
    location: ['Ubicación', 'País', 'Lugar de tratamiento', 'Ubicación de los datos', 'País de almacenamiento'],
    data: ['Datos tratados', 'Categorías de datos', 'Tipo de datos'],
    purposes: [
      'Alojamiento en la nube',
      'Envío de correos electrónicos',
      'Atención al cliente',
      'Seguimiento de errores',
      'Procesamiento de pagos',
      'Analítica de producto',
      'Envío de SMS',
      'Almacenamiento de registros',
    ],
    decoys: ['Contacto', 'Historial de cambios', 'Preguntas frecuentes', 'Notificaciones', 'Escríbenos'],
    forPurpose: '{} para {}',
    and: 'y',
    affiliates: 'Empresas del grupo',
    third: 'Terceros',
    prose: [
      'Recurrimos a subencargados como {}.',
      'Nuestros subencargados son {}.',
      'Los datos se comparten con los siguientes subprocesadores: {}.',
    ],
    duties: [
      'Obligaciones de los subencargados',
      ['Guardar confidencialidad', 'Comunicar los incidentes', 'Suprimir los datos al final'],
    ],
  },
  pt: {
    title: ['Subprocessadores', 'Lista de suboperadores', 'Subcontratantes ulteriores'],
    lead: ['Utilizamos os seguintes subprocessadores:', 'Os seguintes suboperadores estão autorizados.'],
    name: ['Subprocessador', 'Nome', 'Empresa', 'Fornecedor', 'Entidade'],
    purpose: ['Finalidade', 'Serviço prestado', 'Objeto do tratamento', 'Descrição do serviço', 'Atividade'],
    location: ['Localização', 'País', 'Local de tratamento', 'Localização dos dados', 'País de armazenamento'],
    data: ['Dados tratados', 'Categorias de dados', 'Tipo de dados'],
    purposes: [
      'Hospedagem em nuvem',
      'Envio de e-mails',
      'Atendimento ao cliente',
      'Monitoramento de erros',
      'Processamento de pagamentos',
      'Análise de produto',
      'Envio de SMS',
      'Armazenamento de registros',
    ],
    decoys: ['Contato', 'Histórico de alterações', 'Perguntas frequentes', 'Notificações', 'Fale conosco'],
    forPurpose: '{} para {}',
    and: 'e',
    affiliates: 'Empresas do grupo',
    third: 'Terceiros',
    prose: [
      'Recorremos a subprocessadores como {}.',
      'Os nossos suboperadores são {}.',
      'Os dados são partilhados com os seguintes subprocessadores: {}.',
    ],
    duties: [
      'Obrigações dos subprocessadores',
      ['Manter a confidencialidade', 'Comunicar incidentes', 'Eliminar os dados no fim'],
    ],
  },
  it: {
    title: ['Sub-responsabili del trattamento', 'Elenco dei sub-responsabili', 'Subfornitori e sub-responsabili'],
    lead: ['Ci avvaliamo dei seguenti sub-responsabili:', 'I seguenti sub-responsabili sono autorizzati.'],
    name: ['Sub-responsabile', 'Nome', 'Società', 'Fornitore', 'Denominazione'],
    purpose: ['Finalità', 'Servizio fornito', 'Oggetto del trattamento', 'Descrizione del servizio', 'Attività'],
    location: ['Ubicazione', 'Paese', 'Luogo del trattamento', 'Ubicazione dei dati', 'Sede del trattamento'],
    data: ['Dati trattati', 'Categorie di dati', 'Tipologia di dati'],
    purposes: [
      'Hosting cloud',
      'Invio di e-mail',
      'Assistenza clienti',
      'Monitoraggio degli errori',
      'Elaborazione dei pagamenti',
      'Analisi del prodotto',
      'Invio di SMS',
      'Archiviazione dei log',
    ],
    decoys: ['Contatti', 'Cronologia delle modifiche', 'Domande frequenti', 'Notifiche', 'Scrivici'],
    forPurpose: '{} per {}',
    and: 'e',
    affiliates: 'Società del gruppo',
    third: 'Terze parti',
    prose: [
      'Ci avvaliamo di sub-responsabili quali {}.',
      'I nostri sub-responsabili sono {}.',
      'I dati sono comunicati ai seguenti sub-responsabili: {}.',
    ],
    duties: [
      'Obblighi dei sub-responsabili',
      ['Mantenere la riservatezza', 'Segnalare gli incidenti', 'Cancellare i dati alla fine'],
    ],
  },
  nl: {
    title: ['Subverwerkers', 'Lijst van subverwerkers', 'Onze subverwerkers'],
    lead: ['Wij maken gebruik van de volgende subverwerkers:', 'De volgende subverwerkers zijn ingeschakeld.'],
    name: ['Subverwerker', 'Naam', 'Bedrijf', 'Leverancier', 'Organisatie'],
    purpose: ['Doel', 'Geleverde dienst', 'Doel van de verwerking', 'Omschrijving', 'Werkzaamheden'],
    location: ['Locatie', 'Land', 'Plaats van verwerking', 'Datalocatie', 'Vestigingsplaats'],
    data: ['Verwerkte gegevens', 'Categorieën gegevens', 'Soort gegevens'],
    purposes: [
      'Cloudhosting',
      'Verzenden van e-mails',
      'Klantenservice',
      'Foutregistratie',
      'Betalingsverwerking',
      'Productanalyse',
      'Versturen van sms',
      'Opslag van logbestanden',
    ],
    decoys: ['Contact', 'Wijzigingsgeschiedenis', 'Veelgestelde vragen', 'Kennisgeving', 'Schrijf ons'],
    forPurpose: '{} voor {}',
    and: 'en',
    affiliates: 'Groepsmaatschappijen',
    third: 'Derden',
    prose: [
      'Wij werken met subverwerkers zoals {}.',
      'Onze subverwerkers zijn {}.',
      'Gegevens worden gedeeld met de volgende subverwerkers: {}.',
    ],
    duties: [
      'Verplichtingen van subverwerkers',
      ['Gegevens geheim houden', 'Incidenten melden', 'Gegevens wissen na afloop'],
    ],
  },
  ja: {
    title: ['再委託先一覧', 'サブプロセッサー', '再委託先'],
    lead: ['当社は以下の再委託先を利用しています。', '次のサブプロセッサーにデータの処理を委託しています。'],
    name: ['再委託先', '会社名', '名称', '事業者名', '委託先'],
    purpose: ['目的', '委託内容', '提供サービス', '業務内容', '処理の目的'],
    location: ['所在地', '国', '処理場所', 'データの所在地', '保管場所'],
    data: ['データの種類', '取り扱うデータ', '対象データ'],
    purposes: [
      'クラウドホスティング',
      'メール配信',
      'カスタマーサポート',
      'エラー監視',
      '決済処理',
      'アクセス解析',
      'SMS送信',
      'ログの保管',
    ],
    decoys: ['お問い合わせ', '変更履歴', 'よくある質問', '通知', '更新日'],
    forPurpose: '{}（{}）',
    and: 'および',
    affiliates: 'グループ会社',
    third: '第三者',
    prose: [
      '当社は、{}などの再委託先を利用しています。',
      '再委託先は、{}です。',
      '以下の再委託先にデータを提供します：{}。',
    ],
    duties: ['再委託先の義務', ['データの秘密を守ること', '事故を速やかに報告すること', '終了後に削除すること']],
  },
}
