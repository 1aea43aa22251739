// Where data is stored: "places | sentence", "-" for nothing, "Japan?" for a plan. Labeled before the extractor first
// read it.

export const RESIDENCY_1: Readonly<Record<string, string>> = {
  en: `
    Ireland | All customer content is hosted in Dublin, Ireland.
    Germany | Your files are stored on servers in Frankfurt.
    EU | We keep backups exclusively within the European Union.
    United States, EU | You can choose whether your workspace is hosted in the United States or in the EU.
    Switzerland | Our data centers are located in Switzerland.
    Canada | Production databases run in the AWS ca-central-1 region.
    Germany | We only use German data centers.
    - | Our headquarters are in Berlin, Germany.
    - | Our support team is based in Portugal and Canada.
    - | Customer data is not stored in the United States.
    - | Our e-mail provider is located in the United States.
    - | Personal data may be transferred to India.
    - | Customers should store their data in the EU.
    - | Acme Inc. was founded in Sweden in 2012.
    - | We comply with the laws of France.
    Japan? | We plan to open a data region in Japan next year.
    Netherlands, Finland | Recordings reside in the Netherlands and Finland.
    - | We have customers in Germany, France and Spain.
    - | Employees in the UK may access customer data for support.
    - | The processor shall store personal data only within the EEA.`,
  de: `
    Germany | Alle Kundendaten werden ausschließlich in Deutschland gespeichert.
    Germany | Unsere Server stehen in Frankfurt am Main.
    Germany | Wir hosten unsere Plattform in deutschen Rechenzentren.
    EU | Ihre Daten verbleiben in der Europäischen Union.
    Ireland | Die Datenbanken liegen bei AWS in Irland.
    Switzerland, Germany | Kunden können zwischen Rechenzentren in der Schweiz und in Deutschland wählen.
    Finland | Backups werden in Finnland aufbewahrt.
    - | Unser Firmensitz ist in München.
    - | Unser Supportteam sitzt in Österreich und Spanien.
    - | Daten werden nicht in den USA gespeichert.
    - | Unser Zahlungsdienstleister sitzt in den Niederlanden.
    - | Eine Übermittlung in die USA ist möglich.
    - | Der Auftragsverarbeiter darf Daten nur in der EU verarbeiten.
    - | Acme wurde 2015 in Hamburg gegründet.
    - | Es gilt das Recht der Bundesrepublik Deutschland.
    France? | Ein Rechenzentrum in Frankreich ist geplant.
    Germany | Die Speicherung der Daten erfolgt in Nürnberg.
    - | Wir haben Kunden in Deutschland und der Schweiz.
    - | Sie sollten Ihre Daten in der EU speichern.
    - | Mitarbeiter in Indien können auf Daten zugreifen.`,
  fr: `
    France | Toutes les données de nos clients sont hébergées en France.
    Germany | Nos serveurs se trouvent à Francfort, en Allemagne.
    EU | Vos données restent au sein de l'Union européenne.
    Ireland | Les sauvegardes sont conservées en Irlande.
    EU | Nous utilisons uniquement des centres de données européens.
    Canada, France | Vous pouvez choisir un hébergement au Canada ou en France.
    France | Nos centres de données sont situés à Paris et à Marseille.
    - | Notre siège social est situé à Lyon, en France.
    - | Notre équipe support est basée au Portugal.
    - | Les données ne sont pas stockées aux États-Unis.
    - | Notre prestataire de paiement est établi aux Pays-Bas.
    - | Les données peuvent être transférées vers les États-Unis.
    - | Le sous-traitant doit conserver les données dans l'EEE.
    - | Acme a été fondée en Belgique en 2014.
    - | Le présent contrat est soumis au droit français.
    Canada? | L'ouverture d'un centre de données au Canada est prévue.
    Netherlands | Les fichiers sont stockés dans un datacenter aux Pays-Bas.
    - | Nous avons des clients en Suisse et en Belgique.
    - | Vous devriez stocker vos données en Europe.
    - | Des salariés en Inde accèdent aux données.`,
  es: `
    Spain | Todos los datos de los clientes se almacenan en España.
    Germany | Nuestros servidores están ubicados en Fráncfort, Alemania.
    EU | Sus datos permanecen dentro de la Unión Europea.
    Ireland | Las copias de seguridad se guardan en Irlanda.
    EU | Utilizamos exclusivamente centros de datos europeos.
    United States, EU | Puede elegir entre centros de datos en Estados Unidos o en la UE.
    Spain | La plataforma está alojada en Madrid.
    - | Nuestra sede está en Barcelona, España.
    - | Nuestro equipo de soporte se encuentra en México.
    - | Los datos no se almacenan en Estados Unidos.
    - | Nuestro proveedor de pagos está ubicado en los Países Bajos.
    - | Los datos pueden transferirse a Estados Unidos.
    - | El encargado deberá conservar los datos en el EEE.
    - | Acme fue fundada en Chile en 2016.
    - | Este contrato se rige por la legislación de España.
    Brazil? | Está previsto abrir un centro de datos en Brasil.
    France | Los archivos se conservan en servidores de Francia.
    - | Tenemos clientes en Portugal y Colombia.
    - | Debería guardar sus datos en Europa.
    - | Empleados en la India acceden a los datos.`,
  pt: `
    Portugal | Todos os dados dos clientes são armazenados em Portugal.
    Germany | Os nossos servidores estão localizados em Frankfurt, na Alemanha.
    EU | Os seus dados permanecem na União Europeia.
    Ireland | As cópias de segurança são guardadas na Irlanda.
    EU | Utilizamos apenas centros de dados europeus.
    United States, Brazil | Você pode escolher entre data centers nos Estados Unidos ou no Brasil.
    Brazil | A plataforma está hospedada em São Paulo.
    - | A nossa sede fica em Lisboa, Portugal.
    - | A nossa equipe de suporte está em Angola.
    - | Os dados não são armazenados nos Estados Unidos.
    - | O nosso fornecedor de pagamentos está localizado nos Países Baixos.
    - | Os dados podem ser transferidos para os Estados Unidos.
    - | O operador deve manter os dados no EEE.
    - | A Acme foi fundada no Brasil em 2016.
    - | Este contrato é regido pelas leis do Brasil.
    Brazil? | Está prevista a abertura de um centro de dados no Brasil.
    France | Os ficheiros são guardados em servidores na França.
    - | Temos clientes em Portugal e em Angola.
    - | Você deve guardar os seus dados na Europa.
    - | Funcionários na Índia acessam os dados.`,
  it: `
    Italy | Tutti i dati dei clienti sono conservati in Italia.
    Germany | I nostri server si trovano a Francoforte, in Germania.
    EU | I vostri dati rimangono all'interno dell'Unione Europea.
    Ireland | I backup sono archiviati in Irlanda.
    EU | Utilizziamo esclusivamente data center europei.
    United States, EU | Potete scegliere tra data center negli Stati Uniti o nell'UE.
    Italy | La piattaforma è ospitata a Milano.
    - | La nostra sede è a Torino, in Italia.
    - | Il nostro team di assistenza si trova in Albania.
    - | I dati non sono archiviati negli Stati Uniti.
    - | Il nostro fornitore di pagamenti ha sede nei Paesi Bassi.
    - | I dati possono essere trasferiti negli Stati Uniti.
    - | Il responsabile deve conservare i dati nel SEE.
    - | Acme è stata fondata in Svizzera nel 2016.
    - | Il contratto è regolato dalla legge dell'Italia.
    France? | È prevista l'apertura di un data center in Francia.
    France | I file sono memorizzati su server in Francia.
    - | Abbiamo clienti in Spagna e in Grecia.
    - | Dovreste conservare i vostri dati in Europa.
    - | Dipendenti in India accedono ai dati.`,
  nl: `
    Netherlands | Alle klantgegevens worden in Nederland opgeslagen.
    Germany | Onze servers staan in Frankfurt, Duitsland.
    EU | Uw gegevens blijven binnen de Europese Unie.
    Ireland | Back-ups worden bewaard in Ierland.
    Netherlands | Wij gebruiken uitsluitend Nederlandse datacenters.
    United States, EU | U kunt kiezen tussen datacenters in de Verenigde Staten of de EU.
    Netherlands | Het platform wordt gehost in Amsterdam.
    - | Ons hoofdkantoor is gevestigd in Utrecht, Nederland.
    - | Ons supportteam zit in Suriname.
    - | Gegevens worden niet in de Verenigde Staten opgeslagen.
    - | Onze betaalprovider is gevestigd in Ierland.
    - | Gegevens kunnen worden doorgegeven aan de Verenigde Staten.
    - | De verwerker moet de gegevens binnen de EER bewaren.
    - | Acme is in 2016 opgericht in België.
    - | Op deze overeenkomst is het recht van Nederland van toepassing.
    France? | Een datacenter in Frankrijk is gepland.
    France | Bestanden staan op servers in Frankrijk.
    - | Wij hebben klanten in België en Duitsland.
    - | U zou uw gegevens in Europa moeten opslaan.
    - | Medewerkers in India hebben toegang tot gegevens.`,
  ja: `
    Japan | お客様のデータはすべて日本国内に保存されます。
    Germany | サーバーはドイツのフランクフルトにあります。
    EU | データはEU域内に保管されています。
    Ireland | バックアップはアイルランドで保管しています。
    Japan | 当社は東京リージョンのデータセンターを利用しています。
    United States, EU | お客様は米国またはEUのデータセンターを選択できます。
    Japan | 本サービスは大阪のデータセンターでホストされています。
    - | 当社の本社は東京にあります。
    - | サポートチームはフィリピンに所在します。
    - | データは米国には保存されません。
    - | 決済会社はオランダにあります。
    - | 個人データは米国に移転されることがあります。
    - | 処理者はデータをEEA域内で保管しなければなりません。
    - | 当社は2016年に日本で設立されました。
    - | 本契約は日本法に準拠します。
    France? | フランスのデータセンターの開設を予定しています。
    France | ファイルはフランスのサーバーに格納されています。
    - | 当社はドイツとスペインにお客様がいます。
    - | データは欧州に保存することを推奨します。
    - | インドの従業員がデータにアクセスします。`,
}
