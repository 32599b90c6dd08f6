// Every page that needs nobody else.
export const PAGES = ['', '#/play', '#/room', '#/workshop', '#/replay', '#/learn', '#/settings', '#/licences'];
