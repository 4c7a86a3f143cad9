// SPDX-License-Identifier: Apache-2.0
// Where the pages of single things are.
import {path, search} from './api.js';

/** The result of a run. */
export function runAddress(id) {
  return path`/runs/${id}`;
}

/** A run that goes on. */
export function liveAddress(id) {
  return path`/runs/${id}/live`;
}

/** A study, a search or trials. */
export function studyAddress(id) {
  return path`/studies/${id}`;
}

/** A plugin. */
export function pluginAddress(id) {
  return path`/plugins/${id}`;
}

/** A new run from a file, a plugin or a run; parameters without a value are left out. */
export function newRunAddress(parameters) {
  return '/new' + search(parameters);
}

/** An item of the queue: its run at `ofRun`, or its study; empty before there is either. */
export function itemAddress({runId, studyId}, ofRun) {
  return runId ? ofRun(runId) : studyId ? studyAddress(studyId) : '';
}
