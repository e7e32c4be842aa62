/** The legacy half of react-dom/server, reached through an alias in vite.config.ts. */
declare module 'react-dom/server.legacy' {
  export { renderToString } from 'react-dom/server';
}
