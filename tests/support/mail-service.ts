// The mail service of the browser tests, which reports bounces and complaints to the server.
export const MAIL_WEBHOOK_SECRET = 'the mail service of the tests';
