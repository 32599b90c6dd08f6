// The look that somebody chose, before anything is painted.
try {
  const root = document.documentElement;
  const style = localStorage['comodin.tabletop'];
  if (style) {
    root.style = style;
    root.className = 'tabletop';
  }
  root.dataset.theme = JSON.parse(localStorage['comodin.settings']).theme;
} catch {} // nothing was chosen, or the browser keeps nothing
