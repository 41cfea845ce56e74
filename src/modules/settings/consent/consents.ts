import { handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { consentRecorded, RecordConsent } from './contract.ts'

export const recordConsent = handle(RecordConsent, async (tx, { version, analytics, marketing }) => {
  await tx`insert into consent_log (version, analytics, marketing) values (${version}, ${analytics}, ${marketing})`
  await emit(tx, consentRecorded, { analytics, marketing })
  return {}
})
