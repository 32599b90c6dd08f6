// The version of this build, from CMakeLists.txt by way of vite.config.ts.
declare const __VERSION__: string;

export const VERSION = __VERSION__;
