import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { startOffline } from './app/version.svelte';
import { settings } from './settings/settings.svelte';
import { setLanguage } from './words/words.svelte';

await setLanguage(settings.language);
const target = document.getElementById('app');
if (target) mount(App, { target });

if (import.meta.env.PROD) void startOffline();
