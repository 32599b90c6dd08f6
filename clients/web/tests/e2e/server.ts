// A real server for a test, with a store of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const PROGRAM = process.env.COMODIN ?? '../../build/release/bin/comodin';

export interface Server {
  url: string; // "http://127.0.0.1:9812/"
  port: number;
  stop(): Promise<void>; // cleanly, and nothing of it is left
  kill(): Promise<void>; // kill -9
  restart(): Promise<void>; // after kill() too: the same port, the same store
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function healthy(url: string): Promise<boolean> {
  return fetch(url + 'healthz').then((answer) => answer.ok, () => false);
}

// Bots answer at once unless `options` say otherwise; one address may ask for as much as it likes.
export async function startServer(...options: string[]): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'comodin-e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  let running: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const usual = ['--bot-pace', '5', '--requests-burst', '1000000', '--handshakes-burst', '1000000', '--log', 'none'];
    const program = spawn(
      PROGRAM,
      ['serve', '--port', String(port), '--store', join(folder, 'server.db'), ...usual, ...options],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    running = program;
    process.once('exit', () => program.kill('SIGKILL')); // even one of a test that failed before it could stop it
    for (let tries = 0; tries < 200; ++tries) {
      if (program.exitCode !== null) throw new Error(`comodin serve ended with ${program.exitCode}`);
      if (await healthy(url)) return;
      await sleep(25);
    }
    throw new Error('comodin serve does not answer');
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const program = running;
    running = null;
    if (!program || program.exitCode !== null) return;
    const over = new Promise((resolve) => program.once('exit', resolve));
    program.kill(signal);
    await over;
  };

  await start();
  return {
    url,
    port,
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGTERM');
      await start();
    },
    stop: async () => {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
