import { useCompany } from '../company.ts'

function Contact() {
  const { email, phone, tel } = useCompany()
  return (
    <>
      <a href={`mailto:${email}`}>{email}</a> o al telefono <a href={tel}>{phone}</a>
    </>
  )
}

export function Controller() {
  const { companyName, fullAddress, vatNumber, rea } = useCompany()
  return (
    <p>
      Titolare del trattamento è <strong>{companyName}</strong>
      {fullAddress && `, ${fullAddress}`}, P.IVA {vatNumber}
      {rea && `, REA ${rea}`}. Per ogni domanda sui tuoi dati scrivi a <Contact />.
    </p>
  )
}

export function Data({ days, tapDays }: { days: number; tapDays: number }) {
  return (
    <ul>
      <li>
        <strong>Quello che ci scrivi</strong> nei moduli, per telefono, su WhatsApp o per email: nome,
        telefono, email, partenza, destinazione, data e orario, numero di passeggeri, volo o treno, bagagli,
        indirizzo preciso e posizione sulla mappa se li mandi, messaggio. Con il modulo conserviamo anche la
        versione di questa informativa che hai accettato e quando; il tuo indirizzo IP no.
      </li>
      <li>
        <strong>Da dove arriva la richiesta</strong>: la pagina del nostro sito da cui sei entrato, il nome
        del sito o della campagna che ti ha portato qui e se era un annuncio, senza identificativi. Se non
        accetti le statistiche è solo ciò che sa la pagina da cui scrivi; se le accetti è la tua prima visita.
      </li>
      <li>
        <strong>Le ricerche di tratte</strong>: che cosa è stato cercato, al più con un indirizzo IP troncato
        e il tipo di dispositivo, per {days} giorni. Poi restano solo i conteggi, che non riguardano nessuno.
      </li>
      <li>
        <strong>Conteggi anonimi</strong>: quante volte al giorno si toccano i link per chiamarci o scriverci,
        e quali scelte sui cookie vengono fatte. Senza nome, indirizzo o identificativo.
      </li>
      <li>
        <strong>Un codice nel messaggio WhatsApp</strong> che ci scrivi da una pagina: ci dice quale pagina
        era e da dove arrivavi, non chi sei. Se non diventa una richiesta lo cancelliamo dopo{' '}
        <strong>{tapDays} giorni</strong>.
      </li>
      <li>
        <strong>Statistiche di visita</strong> con Google Analytics, solo se le accetti: vedi la{' '}
        <a href="#cookie">Cookie Policy</a>.
      </li>
      <li>
        <strong>La tua email per la newsletter</strong>, solo se ti iscrivi e confermi.
      </li>
      <li>
        <strong>La pagina della tua richiesta</strong>: il link che ti mandiamo per email la apre a chiunque
        lo abbia. Mostra il viaggio e a che punto è, non il tuo nome né i tuoi recapiti; da lì puoi chiedere
        una modifica o annullare. Smette di funzionare quando la richiesta viene cancellata.
      </li>
    </ul>
  )
}

export function Purposes() {
  return (
    <>
      <ul>
        <li>
          Rispondere alla tua richiesta, darti un prezzo e svolgere il transfer: misure precontrattuali e
          contratto (art. 6, par. 1, lett. b GDPR).
        </li>
        <li>Adempiere agli obblighi fiscali e di legge sui viaggi svolti (lett. c).</li>
        <li>
          Tenere il sito sicuro e capire quali tratte si cercano, con dati ridotti al minimo: legittimo
          interesse (lett. f).
        </li>
        <li>
          Statistiche con Google Analytics, marketing e newsletter: il tuo consenso (lett. a), che puoi
          ritirare.
        </li>
      </ul>
      <p>
        Nome e recapiti servono per risponderti: senza non possiamo confermare un transfer. Il resto è
        facoltativo. Non prendiamo decisioni automatizzate e non vendiamo dati a nessuno.
      </p>
    </>
  )
}

interface RetentionProps {
  leadYears: number
  searchDays: number
  analyticsMonths: number
  consentDays: number
  newsletterUnconfirmedDays: number
  newsletterEndedDays: number
}

export function Retention({
  leadYears,
  searchDays,
  analyticsMonths,
  consentDays,
  newsletterUnconfirmedDays,
  newsletterEndedDays,
}: RetentionProps) {
  return (
    <ul>
      <li>
        Contatti, richieste e prenotazioni: <strong>{leadYears} anni</strong>, salvo i documenti che la legge
        impone di tenere più a lungo.
      </li>
      <li>
        Ricerche di tratte: <strong>{searchDays} giorni</strong>.
      </li>
      <li>
        Dati di Google Analytics: <strong>{analyticsMonths} mesi</strong>.
      </li>
      <li>
        La tua scelta sui cookie: <strong>13 mesi ({consentDays} giorni)</strong>, poi te la chiediamo di
        nuovo.
      </li>
      <li>
        Newsletter: finché non annulli l’iscrizione, con il link in fondo a ogni email; poi ancora{' '}
        <strong>{newsletterEndedDays} giorni</strong>. Un’iscrizione che non viene confermata si cancella dopo{' '}
        <strong>{newsletterUnconfirmedDays} giorni</strong>.
      </li>
      <li>
        Le email che ti mandiamo e quelle al nostro ufficio su una richiesta: quanto la richiesta, {leadYears}{' '}
        anni.
      </li>
    </ul>
  )
}

export function Recipients() {
  return (
    <>
      <p>
        I dati li vedono il nostro personale e l’autista che svolge il viaggio. Ci affidiamo a fornitori che
        li trattano per nostro conto: chi ospita il sito e chi recapita le email.
      </p>
      <p>
        I dati restano nell’Unione Europea. Fanno eccezione, solo se le scegli, Google Analytics e le funzioni
        di marketing di Google, la mappa di Google se la apri nella pagina di una tratta, e WhatsApp quando ci
        scrivi da lì: Google e Meta possono trattare dati anche negli Stati Uniti, in base alla decisione di
        adeguatezza sul Data Privacy Framework o alle clausole contrattuali tipo della Commissione europea.
      </p>
    </>
  )
}

export function Rights({ days }: { days: number }) {
  return (
    <>
      <p>
        Puoi chiederci in ogni momento di accedere ai tuoi dati, correggerli, cancellarli, limitarne l’uso,
        riceverli in un formato leggibile da altri, opporti al trattamento e ritirare un consenso, senza
        effetto su quanto è avvenuto prima. Scrivi a <Contact />: rispondiamo entro{' '}
        <strong>{days} giorni</strong>.
      </p>
      <p>
        Se ritieni che i tuoi diritti non siano rispettati puoi rivolgerti al{' '}
        <a href="https://www.garanteprivacy.it/" rel="noopener">
          Garante per la protezione dei dati personali
        </a>
        .
      </p>
    </>
  )
}
