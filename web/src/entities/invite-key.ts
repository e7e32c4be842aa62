/** Key in the browser's storage of the invitation by which somebody came, until the account exists. */
export const INVITE_KEY = 'convite';
