import { type Role, roleNames } from '../../kernel/role.ts'
import { Title } from './kit/Title.tsx'

export function NotForRole({ role }: { role: Role }) {
  return (
    <>
      <Title>Sezione non disponibile</Title>
      <p>
        Il ruolo {roleNames[role]} non apre questa sezione. Se ti serve, chiedi a un Super Admin di cambiare
        il tuo ruolo.
      </p>
    </>
  )
}
