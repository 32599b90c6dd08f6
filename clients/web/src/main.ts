import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { startOffline } from './app/version.svelte';
import { settings } from './settings/settings.svelte';
import { tryStore } from './ui/store.svelte';
import { setLanguage } from './words/words.svelte';

tryStore();

// Whoever comes to play waits for the engine the longest: it is sent for before anything else.
if (location.hash.startsWith('#/play'))
  void Promise.all([import('./solo/engines').then(({ aboutGame }) => aboutGame()), import('./solo/SoloPage.svelte')])
    .catch(() => {}); // they are asked for again, and then somebody minds
await setLanguage(settings.language);
const target = document.getElementById('app');
if (target) mount(App, { target });

if (import.meta.env.PROD) void startOffline();
