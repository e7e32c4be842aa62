/** Where the browser keeps the invitation by which somebody came, until the account exists. */
export const INVITE_KEY = 'convite';
