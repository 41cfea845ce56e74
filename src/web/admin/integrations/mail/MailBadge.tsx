import type { EmailMessage } from '../../../../modules/integrations/mail/contract.ts'
import { Badge } from '../../kit/Badge.tsx'
import { mailStates } from './mailLabels.ts'

/** Shows the state of a mail. A mail that a server returned reads otherwise than one that was never accepted. */
export function MailBadge({
  mail: { state, hasBounced },
}: {
  mail: Pick<EmailMessage, 'state' | 'hasBounced'>
}) {
  const { label, tone } = mailStates[state]
  return <Badge tone={tone}>{state === 'failed' && hasBounced ? 'non consegnata' : label}</Badge>
}
