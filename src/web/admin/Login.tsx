import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { toast } from '../ui/toast.ts'
import { panelRoot } from './kit/adminPath.ts'
import { endRememberedSession, rememberUser } from './kit/session.ts'

interface LoginReply {
  success?: boolean
  adminUser?: { username: string }
  error?: string
  needsCode?: boolean
  /** Sentence of a problem document (RFC 9457), which refuses a log-in before the credentials are checked. */
  detail?: string
}

export function Login() {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { from?: string } | null }
  const [isPending, setPending] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const [error, setError] = useState('')

  useEffect(() => {
    document.title = 'Accesso · Pannello admin'
  }, [])

  async function logIn(form: FormData): Promise<void> {
    setPending(true)
    setError('')
    await endRememberedSession()
    const reply = await ask(Object.fromEntries(form))
    setPending(false)
    if (reply.success && reply.adminUser) {
      rememberUser(reply.adminUser)
      toast({ title: 'Accesso riuscito', text: 'Benvenuto nel pannello amministratore' })
      // Opens the page on which the session ended.
      void navigate(state?.from ?? panelRoot, { replace: true })
      return
    }
    setNeedsCode(reply.needsCode ?? false)
    const text = reply.error || reply.detail || 'Credenziali non valide'
    setError(text)
    if (!reply.needsCode || form.get('code')) toast({ title: 'Errore di accesso', text, tone: 'destructive' })
  }

  return (
    <main className="grid min-h-dvh place-items-center bg-stone p-4">
      <form
        className="grid w-full max-w-sm gap-4 rounded-card border border-line bg-white p-6 shadow-soft"
        onSubmit={(event) => {
          event.preventDefault()
          void logIn(new FormData(event.currentTarget))
        }}
      >
        <h1 className="text-2xl">Pannello admin</h1>
        {error && (
          <p role="alert" className="font-medium text-brick">
            {error}
          </p>
        )}
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          required
          aria-required
          maxLength={50}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          aria-required
          maxLength={200}
        />
        {needsCode && (
          <TextField
            label="Codice di verifica"
            hint="Le sei cifre della tua app, oppure un codice di recupero"
            name="code"
            autoComplete="one-time-code"
            maxLength={40}
            aria-required
            autoFocus
          />
        )}
        <Button look="sea" type="submit" aria-busy={isPending} disabled={isPending}>
          {isPending ? 'Accesso in corso...' : 'Accedi'}
        </Button>
      </form>
      <Toasts />
    </main>
  )
}

/** Uses `fetch`, because a refused log-in gets `{success, error}`, but `call()` expects a `Problem`. */
async function ask(credentials: object): Promise<LoginReply> {
  try {
    const reply = await fetch('/api/admin/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    })
    return await reply.json()
  } catch {
    return { success: false, error: 'Login fallito: controlla la connessione e riprova.' }
  }
}
