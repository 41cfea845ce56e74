import { ListPushSubscriptions } from '../../../modules/integrations/push/contract.ts'
import { Notifications } from '../integrations/push/Notifications.tsx'
import { useRights } from '../kit/rights.ts'
import { Account } from '../settings/staff/Account.tsx'

export default function AccountScreen() {
  const { may } = useRights()
  return (
    <Account>
      {may(ListPushSubscriptions) && (
        <section aria-labelledby="push">
          <h2 id="push" className="mb-3 text-lg">
            Notifiche
          </h2>
          <Notifications />
        </section>
      )}
    </Account>
  )
}
