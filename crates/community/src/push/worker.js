// Shows messages of the server and opens their pages. It controls no page and answers no request.

const PAGES = /^\/membros\//;

self.addEventListener('push', (event) => {
  const { id, path, title, text } = event.data?.json() ?? {};
  const show = async () => {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    // A person who looks at the site sees the notice there.
    if (windows.some((one) => one.focused)) return;
    await self.registration.showNotification(title ?? 'Novo aviso', {
      body: text,
      tag: 'avisos',
      lang: 'pt-BR',
      data: { id, path },
    });
  };
  event.waitUntil(show());
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path = event.notification.data?.path;
  const open = typeof path === 'string' && PAGES.test(path) ? path : '/membros/avisos';
  event.waitUntil(self.clients.openWindow(open));
});
