import { Button } from '../../ui/Button.tsx'

interface CookiesProps {
  draftKeys: string[]
  consentKey: string
  consentDays: number
  analyticsMonths: number
  visitKey: string
  visitDays: number
}

export function Cookies({
  consentKey,
  consentDays,
  draftKeys,
  analyticsMonths,
  visitKey,
  visitDays,
}: CookiesProps) {
  const rows = [
    {
      name: consentKey,
      kind: 'Necessario',
      what: 'Ricorda la tua scelta sui cookie (memoria locale del browser, non viene inviata).',
      life: `${consentDays} giorni`,
    },
    {
      name: draftKeys.join(', '),
      kind: 'Necessario',
      what: 'Conserva ciò che stai scrivendo in un modulo, per non perderlo se ricarichi la pagina (memoria della scheda, non viene inviata finché non invii il modulo).',
      life: 'Fino all’invio o alla chiusura della scheda',
    },
    {
      name: visitKey,
      kind: 'Statistiche, nostro',
      what: 'Ricorda la prima pagina che hai visto e il sito o la campagna da cui arrivi; la riceviamo solo con una richiesta che invii.',
      life: `${visitDays} giorni, o finché non ritiri il consenso`,
    },
    {
      name: '_ga, _ga_*',
      kind: 'Google Analytics',
      what: `Distingue le visite per le statistiche; Google conserva i dati ${analyticsMonths} mesi.`,
      life: 'Fino a 2 anni, o finché non ritiri il consenso',
    },
    {
      name: 'Mappa di Google',
      kind: 'Di Google, a richiesta',
      what: 'Solo se premi «Mostra mappa Google»: la mappa viene da Google, che può usare i suoi cookie.',
      life: 'Quella che decide Google',
    },
    {
      name: 'Segnali di marketing',
      kind: 'Marketing',
      what: 'Nessun cookie nostro: permettono a Google di usare la visita per misurare e personalizzare gli annunci.',
      life: 'Finché non ritiri il consenso',
    },
  ]
  return (
    <>
      <p>
        Prima della tua scelta, e se rifiuti, il sito non installa cookie e non contatta terzi. Quelli
        necessari funzionano sempre; gli altri solo con il tuo consenso, che vale 13 mesi ({consentDays}{' '}
        giorni).
      </p>
      <p>Nel browser il sito usa solo queste memorie:</p>
      <table>
        <caption className="sr-only">Cookie e memorie del browser</caption>
        <thead>
          <tr>
            <th scope="col">Nome</th>
            <th scope="col">Tipo</th>
            <th scope="col">A che cosa serve</th>
            <th scope="col">Durata</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, kind, what, life }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{kind}</td>
              <td>{what}</td>
              <td>{life}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Puoi cambiare idea in ogni momento: se ritiri il consenso, i cookie di Google e la nostra memoria di
        provenienza vengono cancellati subito.
      </p>
      <Button look="ink" data-consent className="mt-4 noscript:hidden">
        Preferenze Cookie
      </Button>
      <noscript>
        <p>Senza JavaScript il sito usa solo ciò che è necessario: non c’è nulla da scegliere.</p>
      </noscript>
    </>
  )
}
