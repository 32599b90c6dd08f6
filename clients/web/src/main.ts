import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { startOffline } from './app/version.svelte';
import { turnTo } from './cards/own-back.svelte';
import { settings } from './settings/settings.svelte';
import { tryStore } from './ui/store.svelte';
import { setLanguage } from './words/words.svelte';

tryStore();

// Somebody who comes to play waits longest for the engine, so it is requested before anything else.
if (location.hash.startsWith('#/play'))
  void Promise.all([import('./engine/engines').then(({ aboutGame }) => aboutGame()), import('./solo/SoloPage.svelte')])
    .catch(() => {}); // they are requested again later, and then a failure is reported
await Promise.all([setLanguage(settings.language), turnTo(settings.back)]);
const target = document.getElementById('app');
if (target) mount(App, { target });

if (import.meta.env.PROD) void startOffline();
