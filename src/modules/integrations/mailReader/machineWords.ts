// Words of programs that answer or return mails, in the form of `folded`: lower case, without accents.

/** Subjects of out-of-office replies begin with these words. */
export const automaticSubjects = [
  ...[
    'risposta automatica',
    'risponditore automatico',
    'automatic reply',
    'automatic response',
    'automated reply',
  ],
  ...[
    'auto reply',
    'auto-reply',
    'autoreply',
    'auto response',
    'auto-response',
    'autoresponse',
    'autoresponder',
  ],
  ...['out of office reply', 'out of office autoreply', 'away from my mail'],
  ...['automatische antwort', 'automatische abwesenheit', 'abwesenheitsnotiz', 'abwesenheitsmeldung'],
  ...['abwesenheitsbenachrichtigung', 'abwesenheitsassistent', 'abwesenheitsagent'],
  ...[
    'reponse automatique',
    "message d'absence",
    "notification d'absence",
    'absence du bureau',
    'absent du bureau',
  ],
  ...['respuesta automatica', 'fuera de la oficina', 'resposta automatica', 'automatisch antwoord'],
  ...['automatiskt svar', 'automatisk svar', 'autosvar', 'automatyczna odpowiedz', 'odpowiedz automatyczna'],
  ...['fraværsmelding', 'automaattinen vastaus', 'automaatvastus', 'automatiska atbilde'],
  ...['automatinis atsakymas', 'automaticka odpoved', 'automatikus valasz', 'raspuns automat'],
  ...['automatski odgovor', 'samodejni odgovor', 'otomatik yanıt', 'αυτοματη απαντηση', 'автоответ'],
  ...['автоматическии ответ', 'автоматична відповідь', 'автоматичен отговор', '自動応答', '自動回覆'],
  ...['自动答复', '自动回复', '자동 회신', 'מענה אוטומטי', 'رد تلقائي'],
]

/** People write these words, too. They are a program's if they are the whole subject of a reply, or a colon follows. */
export const absenceSubjects = [
  ...['fuori sede', 'fuori ufficio', 'assente', 'assenza', 'in ferie', 'ferie', 'out of office'],
  ...[
    'out of the office',
    'on vacation',
    'vacation',
    'abwesend',
    'abwesenheit',
    'absence',
    'absent',
    'en conges',
  ],
  ...['afwezig', 'ausente'],
]

/** Subjects of mails that were not delivered contain these words. */
export const bounceSubjects = [
  ...['undeliver', 'undelivered', 'delivery status notification', 'delivery notification', 'failure notice'],
  ...['delivery failure', 'delivery failed', 'delivery has failed', 'mail delivery failed', 'returned mail'],
  ...['returned to sender', 'could not be delivered', "couldn't be delivered", 'message not delivered'],
  ...['non recapita', 'mancato recapito', 'mancata consegna', 'errore di consegna', 'avviso di mancata'],
  ...[
    'impossibile recapitare',
    'impossibile consegnare',
    'non consegnat',
    'consegna non riuscita',
    'non e stato recapitato',
  ],
  ...[
    'unzustellbar',
    'zustellung fehlgeschlagen',
    'nicht zugestellt',
    'zustellungsfehler',
    'fehlgeschlagene zustellung',
  ],
  ...[
    'non remis',
    'non distribu',
    'echec de la remise',
    'echec de remise',
    'echec de distribution',
    "echec d'envoi",
  ],
  ...["echec de l'envoi", 'avis de non-remise', 'no se puede entregar', 'no entregado', 'error de entrega'],
]

/** Texts of qmail, Exim, Exchange and the large providers about a mail that was not delivered. */
export const bounceTexts = [
  ...[
    'this is the qmail-send program',
    "i'm afraid i wasn't able to deliver",
    'a message that you sent could not be',
  ],
  ...[
    'could not be delivered',
    "couldn't be delivered",
    'delivery to the following recipient',
    'delivery has failed',
  ],
  ...['address not found', 'recipient address rejected', 'user unknown', 'no such user', 'permanent error'],
  ...['non e stato possibile recapitare', 'non e stato recapitato', 'non e stato possibile consegnare'],
  ...['impossibile recapitare il messaggio', 'konnte nicht zugestellt werden', "n'a pas pu etre remis"],
  ...["n'a pas pu etre distribue", 'no se ha podido entregar'],
]

/** Words about a mail that a server still tries to deliver. */
export const delayWords = [
  ...[
    'delayed',
    '(delay)',
    'warning: could not send',
    'warning: message',
    'will keep trying',
    'still being retried',
  ],
  ...[
    'will continue to',
    'delivery incomplete',
    'in ritardo',
    'ritardata',
    'ritardo nella consegna',
    'verzogert',
  ],
  ...['verzogerung', 'zustellung verzogert', 'retarde', 'remise differee', 'retrasad', 'demora'],
]

/** Words before the colon in subjects of replies and forwarded mails, which people write. */
export const replyPrefixes = new Set([
  ...['re', 'r', 'rif', 'i', 'fw', 'fwd', 'aw', 'antw', 'wg', 'tr', 'res', 'rv', 'enc'],
  ...['sv', 'vs', 'vb', 'vl', 'odp', 'pd'],
])

/** Parts before the `@` of programs that return mails. */
export const daemonNames = [
  'mailer-daemon',
  'mailerdaemon',
  'mail-daemon',
  'maildaemon',
  'mdaemon',
  'postmaster',
]
