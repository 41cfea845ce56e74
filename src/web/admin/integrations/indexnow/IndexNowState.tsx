import {
  ListIndexNowSubmissions,
  ReadIndexNowState,
  RetryIndexNow,
} from '../../../../modules/integrations/indexnow/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { countOf, showDateTime, showNumber } from '../../kit/format.ts'
import { Answer } from '../../kit/States.tsx'

export function IndexNowState() {
  const state = useQueryCall(ReadIndexNowState, {})
  const retry = useCommandCall(RetryIndexNow, {
    done: ({ planned }) => countOf(planned, ['indirizzo in partenza', 'indirizzi in partenza']),
    failed: 'Errore invio',
    renews: [ReadIndexNowState.http, ListIndexNowSubmissions.http],
  })
  return (
    <Answer of={state} rows={1}>
      {({ hindrance, waiting, failed, reason, nextAt }) => (
        <div className="grid justify-items-start gap-2">
          <p>
            <Badge tone={hindrance ? 'warn' : 'ok'}>{hindrance ? 'Fermo' : 'Attivo'}</Badge>{' '}
            {hindrance ??
              'Le pagine che cambiano partono da sole entro 15 secondi, raccolte in un solo invio.'}
          </p>
          {waiting + failed > 0 && (
            <>
              <p>
                {waiting > 0 &&
                  `${showNumber(waiting)} in attesa${nextAt ? ` fino al ${showDateTime(nextAt)}` : ''}. `}
                {failed > 0 && `Rifiutati: ${showNumber(failed)}. `}
                {reason !== hindrance && reason}
              </p>
              <Button look="plain" aria-busy={retry.isPending} onClick={() => retry.mutate({})}>
                Invia adesso ciò che è in attesa
              </Button>
            </>
          )}
        </div>
      )}
    </Answer>
  )
}
