import { actList } from '../../../kernel/actList.ts'
import { presentType, storedTypes } from '../../../kernel/jobTask.ts'

/** Labels of the events that are no acts: an act states its own. `docs/events.md` lists the effects of all. */
const others: Record<string, string> = {
  'leads:availabilityRequested': 'Richiesta di disponibilità',
  'leads:contactReceived': 'Messaggio dal sito',
  'leads:bookingRequested': 'Richiesta di prenotazione',
  'leads:requestCancelled': 'Il cliente annulla',
  'leads:changeAsked': 'Il cliente chiede una modifica',
  'leads:rideChanged': 'Viaggio confermato o cambiato',
  'trips:offerAccepted': 'Il cliente accetta il preventivo',
  'trips:tripStarted': 'Viaggio cominciato',
  'trips:driverArrived': 'Autista sul posto',
  'trips:passengersBoarded': 'Passeggeri a bordo',
  'trips:tripFinished': 'Viaggio concluso',
  'trips:passengersMissed': 'Passeggeri non presentati',
  'trips:driverNamed': 'È ora di dire al cliente chi è l’autista',
  'trips:rideMoved': 'Un viaggio confermato è stato spostato',
  'trips:gapsFound': 'A un viaggio manca qualcosa',
  'trips:reviewDue': 'Viaggio concluso da recensire',
  'trips:reviewPosted': 'Recensione di un cliente',
  'leads:customerReplied': 'Email di un cliente arrivata',
  'leads:customerReplyRemoved': 'Email di un cliente tolta dalla richiesta',
  'integrations:strangeMailDecided': 'Scelta su un’email di mittente incerto',
  'integrations:mailReceived': 'Email arrivata',
  'integrations:attachmentsAnnounced': 'Allegati di una email arrivata',
  'leads:replyWritten': 'Email di risposta scritta',
  'leads:answerOverdue': 'Nessuno ha risposto in dieci minuti',
  'leads:customerMailReported': 'Email al cliente respinta, o non più respinta',
  'catalog:routeActivated': 'Tratta attivata',
  'catalog:routeDeactivated': 'Tratta disattivata',
  'catalog:routeMoved': 'Tratta con un nuovo indirizzo',
  'catalog:dayPricesChanged': 'Prezzi cambiati da un listino',
  'catalog:pagesLetIn': 'Pagine ammesse nei motori di ricerca',
  'catalog:placeChanged': 'Località con una pagina cambiata',
  'content:postPublished': 'Articolo pubblicato',
  'content:postUpdated': 'Articolo modificato',
  'content:postUnpublished': 'Articolo ritirato',
  'content:photoStored': 'Foto salvata',
  'content:translationChanged': 'Traduzione cambiata',
  'content:translationDrafted': 'Traduzione scritta dall’AI',
  'content:newsletterRequested': 'Iscrizione alla newsletter',
  'integrations:textRequested': 'Testo richiesto all’AI',
  'integrations:owedMailsRequested': 'Email di un evento da inviare di nuovo',
  'operations:bulkActRequested': 'Modifica di molte righe',
  'operations:commandPutOff': 'Operazione lunga richiesta',
  'leads:leadRead': 'Richiesta letta',
  'content:sitemapChanged': 'Sitemap cambiata',
  'content:draftSaved': 'Bozza di un articolo salvata',
  'content:newsletterConfirmed': 'Iscrizione alla newsletter confermata',
  'content:newsletterEnded': 'Iscrizione alla newsletter finita',
  'settings:consentRecorded': 'Scelta sui cookie registrata',
  'settings:viewSaved': 'Vista salvata',
  'settings:viewDeleted': 'Vista eliminata',
  'settings:secondFactorPrepared': 'Verifica in due passaggi preparata',
  'integrations:pushChanged': 'Notifiche di un browser cambiate',
  'integrations:pushKeyMade': 'Chiave delle notifiche creata',
  'integrations:mailReported': 'Esito di una email riferito',
}

/** Returns the labels of all events, by type. */
export const eventLabels = (): Record<string, string> => ({
  ...Object.fromEntries([...actList].map(([type, { act }]) => [type, act.label])),
  ...others,
})

/** Returns what staff call an event; an event of an earlier version has only its type. */
export const eventLabel = (type: string): string => eventLabels()[presentType(type)] ?? type

export const eventTypesNamed = (text: string): string[] =>
  Object.entries(eventLabels()).flatMap(([type, label]) =>
    label.toLowerCase().includes(text) ? storedTypes(type) : [],
  )
