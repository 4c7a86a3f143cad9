// SPDX-License-Identifier: Apache-2.0
// The addresses of the pages of runs, studies, plugins and queue items.
import {path, search} from './api.js';

/** The page with the result of a run. */
export function runAddress(id) {
  return path`/runs/${id}`;
}

/** The page of a run in progress. */
export function liveAddress(id) {
  return path`/runs/${id}/live`;
}

/** The page of a study, a search or trials. */
export function studyAddress(id) {
  return path`/studies/${id}`;
}

/** The page of a plugin. */
export function pluginAddress(id) {
  return path`/plugins/${id}`;
}

/** The page for a new run from a file, a plugin or a run; parameters without a value are omitted. */
export function newRunAddress(parameters) {
  return '/new' + search(parameters);
}

/** The page of a queue item's run, at `ofRun`, or study; empty before it has either. */
export function itemAddress({runId, studyId}, ofRun) {
  return runId ? ofRun(runId) : studyId ? studyAddress(studyId) : '';
}
