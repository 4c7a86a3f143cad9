// SPDX-License-Identifier: Apache-2.0
// Every state that a page shows, as its colour, sign and word. The glossary has verdicts and states of the queue.
// Colours: good green, bad red, doubtful amber, busy blue, plain grey; the sign is for those who do not see them.

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

/** Colour, sign and word of a state; one that is not known is plain and stands for itself. */
export function stateOf(kind, state) {
  const name = String(state ?? '').toLowerCase();
  return STATES[kind][name] ?? ['plain', '–', name.charAt(0).toUpperCase() + name.slice(1)];
}
