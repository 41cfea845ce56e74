import { useState } from 'react'
import { languageName } from '../../../../languages/languageName.ts'
import { ListMailSamples, type MailSample } from '../../../../modules/integrations/mail/samples.contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { Answer } from '../../kit/States.tsx'

const kinds: Record<MailSample['kind'], string> = {
  request: 'Ricevuta di una richiesta',
  message: 'Ricevuta di un messaggio',
  offer: 'Preventivo',
  confirmation: 'Conferma del preventivo accettato',
  driver: 'Autista, prima del viaggio',
  driverUpdate: 'Autista, aggiornamento',
  moved: 'Viaggio spostato',
  cancelled: 'Richiesta annullata dal cliente',
  review: 'Richiesta di recensione',
  newsletter: 'Conferma della newsletter',
  subscribed: 'Già iscritto alla newsletter',
}

/** Shows a mail to customers in each language, as an invented customer gets it. */
export function MailSamples() {
  const samples = useQueryCall(ListMailSamples, {})
  const [kind, setKind] = useState('request')
  return (
    <section aria-labelledby="testi" className="mt-8 grid gap-4 border-line border-t pt-6">
      <h2 id="testi" className="text-lg">
        Prova delle email ai clienti
      </h2>
      <p className="max-w-prose text-ink-soft">
        Ogni cliente le riceve nella lingua in cui ha scritto. Nome e viaggio sono inventati, i prezzi sono
        quelli di oggi.
      </p>
      <SelectField
        label="Email"
        aria-required
        className="max-w-80"
        value={kind}
        onChange={({ target }) => setKind(target.value)}
      >
        {Object.entries(kinds).map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </SelectField>
      <Answer of={samples}>
        {({ items }) => (
          <div className="grid gap-4 lg:grid-cols-2">
            {items
              .filter((one) => one.kind === kind)
              .map(({ language, subject, text }) => (
                <article key={language} className="min-w-0 rounded-card border border-line p-4">
                  <h3 className="mb-2 font-semibold">{languageName(language)}</h3>
                  <div lang={language} className="text-sm">
                    <p className="mb-2 font-medium">
                      <Arrowed text={subject} />
                    </p>
                    <p className="whitespace-pre-line wrap-anywhere">
                      <Arrowed text={text} />
                    </p>
                  </div>
                </article>
              ))}
          </div>
        )}
      </Answer>
    </section>
  )
}
