import {
  changeRule,
  paymentWays,
  promisedTime,
  refundRule,
  waitingFeeRule,
  waitingRule,
} from '../../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../company.ts'

export function Economy() {
  return (
    <ul>
      <li>Economy è un viaggio condiviso con altri passeggeri, dal secondo passeggero in poi.</li>
      <li>
        Quanto fa risparmiare dipende dalla tratta e da quanti siete: lo scrive la pagina di ogni tratta. Dove
        non costa meno della corsa privata, non la proponiamo.
      </li>
      <li>Chi viaggia da solo è servito come privato, a tariffa intera.</li>
      <li>
        Per riunire i passeggeri, il primo che atterra può attendere fino a <strong>45 minuti</strong>.
      </li>
      <li>
        L’autista va contattato <strong>24 ore prima</strong> della partenza, per confermare orario e punto di
        ritrovo.
      </li>
    </ul>
  )
}

export function Luggage() {
  return (
    <p>
      Sono compresi <strong>una valigia e un bagaglio a mano</strong> per passeggero. Bagagli in più o
      ingombranti (passeggini, biciclette, attrezzatura sportiva, strumenti) vanno dichiarati alla
      prenotazione, così mandiamo il mezzo adatto.
    </p>
  )
}

export function Booking() {
  const { t } = useLanguage()
  return (
    <>
      <p>Ogni prenotazione deve contenere:</p>
      <ul>
        <li>data e orario;</li>
        <li>numero di passeggeri;</li>
        <li>numero del volo o del treno;</li>
        <li>bagagli;</li>
        <li>destinazione.</li>
      </ul>
      <p>
        Rispondiamo <strong>{promisedTime(t)}</strong>, negli orari dell’ufficio, con disponibilità e prezzo.
        La prenotazione vale dalla nostra conferma; il prezzo confermato non cambia.
      </p>
    </>
  )
}

export function Payment() {
  const { t } = useLanguage()
  return (
    <>
      <p>Puoi pagare:</p>
      <ul>
        {paymentWays(t, useCompany()).map((way, index, all) => (
          <li key={way}>
            {way}
            {index < all.length - 1 ? ';' : '.'}
          </li>
        ))}
      </ul>
      <p>Nessun metodo di pagamento comporta costi aggiuntivi.</p>
    </>
  )
}

export function Delays() {
  const { t } = useLanguage()
  const company = useCompany()
  const fee = waitingFeeRule(t, company)
  return (
    <ul>
      <li>{waitingRule(t, company)}</li>
      {fee && <li>{fee}</li>}
      <li>{t('rule.late')}</li>
    </ul>
  )
}

export function Ride() {
  return (
    <ul>
      <li>
        Il servizio è un noleggio con conducente (NCC): si svolge su prenotazione, con auto fino a 4
        passeggeri e minivan fino a 8, tutti con aria condizionata.
      </li>
      <li>
        Operiamo in Italia, nel raggio di 100 km. Aeroporti e porti di Brindisi e Bari, stazioni di Lecce e
        Brindisi.
      </li>
      <li>I seggiolini per bambini sono compresi: chiedili alla prenotazione, con l’età del bambino.</li>
      <li>Soste intermedie e cambi di percorso si concordano prima di partire.</li>
    </ul>
  )
}

export function Cancellations() {
  const { t } = useLanguage()
  const company = useCompany()
  return (
    <ul>
      <li>{refundRule(t, company)}</li>
      <li>{changeRule(t, company)}</li>
    </ul>
  )
}
