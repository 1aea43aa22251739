// In the format of the batches before it. Mostly requirements of laws, customers and others, and regions to choose from.

export const RESIDENCY_4: Readonly<Record<string, string>> = {
  en: `
    Germany | Customer content is stored in AWS eu-central-1 (Frankfurt).
    EU, Ireland, United States | You can choose between our EU (Ireland) and US (Oregon) regions when you create your workspace.
    - | Our support engineers in India may access customer data to resolve tickets.
    Sweden | All production data resides in Stockholm, Sweden, while our support team works from Lisbon.
    - | Customers in Canada should check whether they may store data in the United States.
    - | AWS operates data centers in more than 30 countries, including Brazil and South Africa.
    Germany, Finland | Backups are kept in Finland and the primary copy in Germany.
    EU | By default, all customer data is hosted within the European Union.
    - | We may transfer personal data to the United States where our sub-processors are located.
    Switzerland | Files are kept on servers in Zürich, Switzerland.
    - | Data residency is the place where data is stored, for example Germany.
    - | Contoso stores its customer data in France with Acme.
    Canada | Does Acme offer Canadian hosting? Yes, customer data can be stored in our Canada (Montréal) region.
    - | Payments are processed by Ledgerly in the United States.
    Germany | Our application and databases run in Google Cloud's europe-west3 region in Frankfurt, Germany.
    - | Telemetry without personal data may be processed in the United States.
    EU | EU customers: data at rest stays in the EU. Support access may take place from the United States.
    - | The European Commission found that Japan offers an adequate level of protection.
    Netherlands | Where is my data? On servers in Amsterdam, the Netherlands.
    - | Acme was founded in Denmark and has offices in Berlin and Madrid.
    Ireland | All customer data is stored in Ireland and backed up to a second site in the same country.
    - | German law requires certain records to be stored in Germany.
    - | Customers may ask that their data be stored in Germany.
    Germany | We store your data in Germany, as German law requires.
    - | Our suppliers run their own data centers in Spain.
    Spain, France | Choose where your data lives: Spain or France.
    - | Other regions (for example, Brazil) are possible on request.
    - | Customers of the public sector can ask for other regions (e.g. Contoso Cloud, Fabrikam for Spain).
    - | Federal law 99 requires personal data of its citizens to be stored on servers in Norway.`,
  de: `
    Germany | Die Datenhaltung erfolgt ausschließlich in zertifizierten Rechenzentren in Deutschland.
    Germany, Ireland | Kundendaten werden in den AWS-Regionen Frankfurt (eu-central-1) und Irland (eu-west-1) gespeichert.
    - | Unsere Mitarbeitenden in Polen können zu Supportzwecken auf Daten zugreifen.
    Switzerland | Für Schweizer Kunden werden die Daten in Zürich gespeichert.
    - | Der Kunde hat sicherzustellen, dass seine Daten in der EU gespeichert werden.
    Austria? | Ein Rechenzentrum in Österreich ist für 2027 geplant.
    - | Eine Speicherung in den USA findet nicht statt.
    Germany | Wir stellen sicher, dass alle Daten in Deutschland gespeichert werden.
    - | Auftraggeber können verlangen, dass Daten in Österreich gespeichert werden.
    - | Das Gesetz verlangt, dass Daten in Deutschland gespeichert werden.`,
  fr: `
    France | Les données des clients sont conservées dans des centres de données situés à Paris et à Lyon, en France.
    - | Notre équipe d’assistance, basée au Maroc, peut accéder aux données.
    France, Canada | Vous pouvez choisir d’héberger vos données en France ou au Canada.
    EU | L’ensemble des données est stocké au sein de l’Union européenne.
    - | Si le client est établi en Suisse, le droit suisse s’applique.
    - | Les données ne sont jamais stockées aux États-Unis.
    France | Nous garantissons que toutes les données sont stockées en France.
    - | La loi exige que les données de santé soient hébergées en France.
    - | Le client peut demander que ses données soient hébergées en Suisse.`,
  es: `
    Spain | Los datos de los clientes se almacenan en servidores ubicados en Madrid, España.
    - | El equipo de soporte en México puede consultar los datos.
    Ireland | La información se aloja en la región de AWS en Irlanda (eu-west-1).
    Spain, Germany | El cliente puede elegir entre alojar sus datos en España o en Alemania.
    - | No almacenamos datos fuera de la Unión Europea si así lo exige el contrato.
    Spain | Garantizamos que los datos se almacenan en España.
    - | La ley exige que los datos se almacenen en España.`,
  pt: `
    Brazil | Os dados dos clientes ficam armazenados em servidores localizados em São Paulo, Brasil.
    Portugal | Todos os dados são alojados em centros de dados em Portugal.
    - | A nossa equipa de apoio em Cabo Verde pode aceder aos dados.
    - | O cliente deve garantir que os dados são armazenados na UE.
    Portugal | Garantimos que os dados são armazenados em Portugal.`,
  it: `
    Italy | I dati dei clienti sono conservati in data center situati a Milano, in Italia.
    Germany, Ireland | I server si trovano a Francoforte, in Germania, e a Dublino, in Irlanda.
    - | L’assistenza è fornita dalla Romania.
    - | Il titolare può chiedere che i dati siano conservati in Svizzera.
    Italy | Garantiamo che i dati siano conservati in Italia.
    - | La legge richiede che i dati siano conservati in Italia.`,
  nl: `
    Netherlands | Alle klantgegevens worden opgeslagen in datacenters in Nederland.
    EU | Uw gegevens blijven binnen de Europese Unie.
    - | Onze helpdesk in Suriname kan gegevens inzien.
    Netherlands, Germany | U kunt kiezen voor opslag in Nederland of Duitsland.
    Netherlands | Wij zorgen ervoor dat uw gegevens in Nederland worden opgeslagen.
    - | De wet vereist dat gegevens in Nederland worden opgeslagen.`,
  ja: `
    Japan | お客様のデータは、日本国内のデータセンターに保管されます。
    Japan | データは東京リージョン（ap-northeast-1）に保存されます。
    - | サポート担当者はフィリピンからデータにアクセスする場合があります。
    - | お客様は、データを国内に保存する責任を負います。
    Japan | お客様データはすべて日本国内で保管しています。`,
}
