import { useRouteError } from 'react-router'
import { Button } from '../../ui/Button.tsx'

/** Replaces a section that crashed or could not be loaded. */
export function Broken() {
  const error = useRouteError()
  return (
    <div role="alert" className="m-6 max-w-xl rounded-card border border-brick/40 bg-brick-pale p-6">
      <h1 className="text-xl">Questa sezione non si è aperta</h1>
      <p className="mt-2">
        Ricaricala: se il problema resta, il Registro e lo Stato del sistema dicono di più.
        {error instanceof Error && <code className="mt-2 block text-sm">{error.message}</code>}
      </p>
      <Button look="sea" className="mt-4" onClick={() => location.reload()}>
        Ricarica
      </Button>
    </div>
  )
}
