// In the format of the batches before it. Mostly places that look like a data location but are not.

export const RESIDENCY_3: Readonly<Record<string, string>> = {
  en: `
    EU | EU data stays in the EU.
    Germany | Everything you upload is held on hardware we rent in Falkenstein, Germany.
    Canada | Acme Cloud lives entirely inside Google's Montréal region.
    Germany, United States | Pick your region when you sign up: eu-central-1 (Frankfurt) or us-east-1 (Virginia).
    Australia | Customers in Australia have their data stored in Sydney.
    Netherlands, Germany | Our primary database sits in Amsterdam, with a hot standby in Frankfurt.
    United States | By using the service you understand that your information will be stored on our servers in the United States.
    United States | We are based in the United States, and the information we collect is processed there and kept on servers in Oregon.
    - | Our servers may be located in countries other than yours, such as India.
    - | If you are in the EU, you can complain to the authority of the country you live in, for example Ireland.
    - | Backups of our suppliers are kept in Poland.
    - | Our 24/7 operations centre is in Manila, Philippines.
    - | Paywell stores card data in the United States.
    - | Before EU hosting was launched, data used to be kept in Virginia.
    - | You are responsible for keeping your exports in the EU.
    - | Data of German customers is subject to German law.
    Japan? | A Tokyo region will be available later this year.
    - | Paywell runs servers everywhere and processes data in Brazil and India.
    - | A Spanish firm may have to follow American law even if its servers are in Norway.
    - | For example, if a shop stores data in Italy, it keeps it in Italy.
    Iceland | Unless otherwise agreed, your files are stored in Iceland.
    Norway, Finland | We offer two hosting environments for you to choose from - Norway and Finland.
    - | Data of users in Chile is not sold.
    France, Germany | Depending on the plan you choose, your data is hosted in France or Germany.
    EU | No customer data is stored outside the EU; all of it is kept in European data centres.
    - | Acme GmbH, Rechenzentrumstraße 5, 10115 Berlin, Germany
    - | We serve customers in Germany, Austria and Switzerland from our data team in Madrid.
    - | Hosting in Norway is regulated by several acts.`,
  de: `
    Germany | Die Software wird auf Servern der Hostwerk AG in Düsseldorf betrieben.
    Germany | Unser Rechenzentrumspartner betreibt unsere Server in Frankfurt am Main.
    Germany | Hosting in Deutschland
    EU | Ihre Daten verlassen die EU nicht und werden ausschließlich auf europäischen Servern gespeichert.
    Germany, Finland | Der Serverbetrieb erfolgt an den Standorten Nürnberg und Helsinki.
    - | Mit einem Serverstandort in Deutschland sind Unternehmen auf der sicheren Seite.
    - | Der Support erfolgt aus Spanien.
    - | Wird Ihr Server in den USA betrieben, gilt dortiges Recht.
    Austria | Unser ganzes Angebot läuft auf Servern in Österreich.
    EU | Sofern nicht anders vereinbart, verbleiben alle Kundendaten in der EU.
    - | Steht ein Server in Norwegen, gilt norwegisches Recht.
    - | In Österreich gibt es mehr als 60 Rechenzentren.
    - | Paywell speichert Kartendaten in den USA.
    Germany | Gehostet in Deutschland.
    Switzerland | Ihre Daten bleiben in der Schweiz.
    - | Unsere Website wird bei Hostwerk Inc., 12 Main St, Denver, CO 80014, USA gehostet.
    - | Das Hosting übernimmt Hostwerk GmbH, Ringweg 5, 90402 Nürnberg, Deutschland.`,
  fr: `
    France | L'hébergement est assuré en France par la société Nuage SAS.
    France, Germany | Les centres de données, situés à Paris et à Francfort, sont certifiés ISO 27001.
    France | Données 100 % hébergées en France
    EU | Aucune donnée ne quitte l'Union européenne : tout est stocké à l'intérieur de l'UE.
    Canada, France | Au choix : hébergement au Canada ou en France.
    - | Notre service client est installé à Madrid, en Espagne.
    - | Si vos serveurs sont situés en Suisse, la loi suisse s'applique.
    - | Le tribunal de Paris est compétent et le droit français s'applique.
    France | Hébergé en France
    - | L'hébergement des données de santé en Belgique est encadré par la loi.`,
  es: `
    Spain | Nuestra plataforma corre sobre servidores propios en Barcelona, España.
    Germany | Toda la información se guarda en un centro de datos de Fráncfort.
    - | Nuestro equipo de ventas está en México.
    - | Si elige un proveedor de EE. UU., sus datos estarán en EE. UU.
    Spain | Datos alojados en España`,
  pt: `
    Brazil | A aplicação roda na região sa-east-1 da AWS, em São Paulo.
    EU | Os dados dos clientes não saem da União Europeia e são guardados em servidores europeus.
    - | Nossos parceiros guardam dados nos Estados Unidos.
    - | Por exemplo, se uma loja recolhe dados em Espanha, ela guarda-os em Espanha.
    Portugal | Alojado em Portugal`,
  it: `
    Italy | I nostri server si trovano a Milano, presso un operatore certificato.
    EU | Tutti i dati rimangono nell'Unione Europea.
    - | I nostri uffici di Berlino seguono i clienti tedeschi.
    - | In Svizzera esistono più di 60 data center.
    Italy | Server in Italia`,
  nl: `
    Belgium | De software draait in een Belgisch datacenter nabij Brussel.
    - | Als uw server in Duitsland staat, geldt Duits recht.
    Netherlands | Gehost in Nederland`,
  ja: `
    Singapore | 当社のサービスはシンガポールリージョンで運用しています。
    - | 米国のクラウドを利用する場合、データは米国に保存される可能性があります。
    Japan | 国内データセンターで運用`,
}
