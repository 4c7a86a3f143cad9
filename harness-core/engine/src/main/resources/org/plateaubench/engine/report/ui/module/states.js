// SPDX-License-Identifier: Apache-2.0
// The tone, sign and word of every state that a page shows. The glossary explains verdicts and states of the queue.
// Tones: good green, bad red, doubtful amber, busy blue, plain grey; the sign is for users who cannot see colours.

export const STATES = {
  verdict: {
    pass: ['good', '✓', 'Passed'],
    fail: ['bad', '✕', 'Failed'],
    invalid: ['doubtful', '!', 'Invalid'],
  },
  status: {
    running: ['busy', '●', 'Running'],
    completed: ['plain', '✓', 'Completed'],
    interrupted: ['doubtful', '■', 'Interrupted'],
    'not-started': ['bad', '✕', 'Could not start'],
    crashed: ['bad', '✕', 'Crashed'],
  },
  queue: {
    waiting: ['plain', '…', 'Waiting'],
    scheduled: ['plain', '◷', 'Scheduled'],
    starting: ['busy', '●', 'Starting'],
    running: ['busy', '●', 'Running'],
    stopping: ['busy', '●', 'Stopping'],
    done: ['plain', '✓', 'Done'],
    cancelled: ['plain', '–', 'Cancelled'],
    'not-started': ['bad', '✕', 'Could not start'],
    failed: ['bad', '✕', 'Failed'],
  },
  SUT: {
    starting: ['busy', '●', 'Starting'],
    running: ['good', '✓', 'Running'],
    stopping: ['busy', '●', 'Stopping'],
    stopped: ['plain', '■', 'Stopped'],
    clearing: ['busy', '●', 'Clearing'],
    dead: ['bad', '✕', 'Crashed'],
    failed: ['bad', '✕', 'Failed'],
  },
  agent: {
    ready: ['good', '✓', 'Ready'],
    calibrating: ['busy', '●', 'Calibrating'],
    connected: ['good', '✓', 'Connected'],
    waiting: ['plain', '…', 'Waiting'],
    missing: ['doubtful', '!', 'Missing'],
    lost: ['bad', '✕', 'Lost'],
    'not heard': ['bad', '✕', 'Lost'],
  },
  limit: {
    met: ['good', '✓', 'met'],
    missed: ['bad', '✕', 'missed'],
    'not-tested': ['plain', '?', 'not tested'],
  },
  audit: {
    ok: ['good', '✓', 'ok'],
    noted: ['doubtful', '!', 'noted'],
    violated: ['bad', '✕', 'violated'],
    'not-tested': ['plain', '?', 'not tested'],
  },
  connection: {
    connecting: ['busy', '●', 'Connecting'],
    live: ['good', '●', 'Live'],
    silent: ['doubtful', '!', 'Silent'],
    reconnecting: ['doubtful', '↻', 'Reconnecting'],
    paused: ['plain', '‖', 'Paused'],
    ended: ['plain', '■', 'Ended'],
  },
};

/** Tone, sign and word of a state; an unknown state is plain, and its word is its name. */
export function stateOf(kind, state) {
  const name = String(state ?? '').toLowerCase();
  return STATES[kind][name] ?? ['plain', '–', name.charAt(0).toUpperCase() + name.slice(1)];
}
