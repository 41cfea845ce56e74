import { type Role, roleNames } from '../../../kernel/role.ts'
import { Button } from '../../ui/Button.tsx'
import { seeOwnPanel } from './seenAs.ts'

/** Shows in every section as which role the panel is seen, and leads back. */
export function SeenAsBanner({ seenAs }: { seenAs: Role | null }) {
  if (seenAs === null) return null
  return (
    <section
      aria-label="Vedi come"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-ink/40 bg-sun-pale p-4 print:hidden"
    >
      <p>
        <span className="font-semibold">Vedi il pannello come {roleNames[seenAs]}.</span> Puoi guardare, ma
        non cambiare nulla.
      </p>
      <Button look="ink" onClick={seeOwnPanel}>
        Torna al tuo ruolo
      </Button>
    </section>
  )
}
