import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { LogInByLinkCall } from '../../../../modules/settings/staff/logIn.contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { Toasts } from '../../../ui/Toasts.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { sentenceOf, useCommandCall } from '../../kit/api.ts'
import { endRememberedSession, rememberUser } from '../../kit/session.ts'
import { Title } from '../../kit/Title.tsx'

/** Logs in a driver by a link only after a click, because a program that previews the link would use the link up. */
export default function EnterByLink() {
  const { hash } = useLocation()
  const [token] = useState(hash.slice(1))
  const enter = useCommandCall(LogInByLinkCall, {
    failed: 'Accesso non riuscito',
    onDone: ({ adminUser }) => {
      rememberUser(adminUser)
      location.replace(adminPath('miei-viaggi/'))
    },
  })
  // Removes the token from the URL, which others may see or the driver may copy.
  useEffect(() => history.replaceState(null, '', location.pathname), [])
  return (
    <main className="mx-auto max-w-sm p-4 pt-[12vh]">
      <Title intro="Il link vale una volta sola e per poco tempo.">Entra nei tuoi viaggi</Title>
      {enter.isError && (
        <p role="alert" className="mb-4 font-medium text-brick">
          {sentenceOf(enter.error)}
        </p>
      )}
      <Button
        look="sun"
        className="min-h-18 w-full text-xl"
        aria-busy={enter.isPending}
        disabled={enter.isPending}
        onClick={() => void endRememberedSession().then(() => enter.mutate({ token: token || '-' }))}
      >
        Entra
      </Button>
      <p className="mt-6">
        <a href={adminPath('login/')} className="inline-flex min-h-13 items-center text-sea-deep underline">
          Entra con username e password
        </a>
      </p>
      <Toasts />
    </main>
  )
}
