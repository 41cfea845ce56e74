import type { InboundMail } from '../../../../modules/integrations/mail/inbound.contract.ts'
import type { CheckResult } from '../../../../modules/integrations/mailReader/mail.contract.ts'

type Tone = 'info' | 'warn' | 'bad'

export const kindLabels: Record<Exclude<InboundMail['kind'], 'person'>, { label: string; tone: Tone }> = {
  autoReply: { label: 'risposta automatica', tone: 'info' },
  automatic: { label: 'messaggio automatico', tone: 'info' },
  receipt: { label: 'conferma di lettura o consegna', tone: 'info' },
  calendar: { label: 'risposta del calendario', tone: 'info' },
  bounce: { label: 'avviso di mancata consegna', tone: 'bad' },
  delay: { label: 'avviso di ritardo', tone: 'warn' },
  list: { label: 'lista o newsletter', tone: 'info' },
}

export const doubtLabels: Record<NonNullable<InboundMail['doubt']>, { label: string; tone: Tone }> = {
  other: { label: 'mittente diverso dal cliente', tone: 'warn' },
  forged: { label: 'mittente forse falso', tone: 'bad' },
}

const resultWords: Record<NonNullable<CheckResult>, string> = {
  pass: 'superato',
  fail: 'fallito',
  softfail: 'dubbio',
  neutral: 'senza esito',
  none: 'assente',
  policy: 'fallito',
  temperror: 'senza esito',
  permerror: 'senza esito',
  other: 'di un altro dominio',
}

/** Returns what the operator's mail server says about the sender. */
export function showChecks({ spf, dkim, dmarc }: InboundMail['checks']): string {
  const results = { SPF: spf, DKIM: dkim, DMARC: dmarc }
  const known = Object.entries(results).flatMap(([name, result]) =>
    result ? [`${name} ${resultWords[result]}`] : [],
  )
  return known.length > 0 ? known.join(' · ') : 'Mittente non verificato'
}
