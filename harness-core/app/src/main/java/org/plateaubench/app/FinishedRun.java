// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import org.plateaubench.engine.run.RunEnd;
import org.plateaubench.engine.store.RunFolder;

/**
 * A run that has ended.
 *
 * @param folder where it is kept
 * @param end how it ended
 * @param reports its judgement, from what was stored
 */
public record FinishedRun(RunFolder folder, RunEnd end, RunReports reports) {}
