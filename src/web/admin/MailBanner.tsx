import { Link } from 'react-router'
import { ReadMailStatus } from '../../modules/integrations/mail/contract.ts'
import { waitingCount } from './integrations/mail/mailLabels.ts'
import { adminPath } from './kit/adminPath.ts'
import { useQueryCall } from './kit/api.ts'
import { showNumber } from './kit/format.ts'
import { useRights } from './kit/rights.ts'

/** Warns in every section while the mail provider refuses the configuration, because the product then sends no mail. */
export function MailBanner() {
  const { opens } = useRights()
  const status = useQueryCall(ReadMailStatus, {})
  const { refusal, waiting } = status.data ?? {}
  if (!refusal || !waiting) return null
  const count = waitingCount(waiting)
  return (
    <div role="alert" className="mb-4 rounded-card border border-brick bg-brick-pale p-4 print:hidden">
      <p>
        <span className="font-semibold">Le email non partono.</span> {refusal.reason}
        {count > 0 && ` ${showNumber(count)} in attesa.`}{' '}
        {opens(adminPath('brevo-email/')) && (
          <Link to={adminPath('brevo-email/')} className="font-medium underline">
            Apri Brevo Email
          </Link>
        )}
      </p>
    </div>
  )
}
