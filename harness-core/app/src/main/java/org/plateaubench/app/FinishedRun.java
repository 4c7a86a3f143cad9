// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.run.event.RunEnd;
import org.plateaubench.engine.store.RunFolder;

/** A run that has ended; without reports if it could not be read back. */
public record FinishedRun(
        RunFolder folder, RunEnd end, @Nullable RunReports reports) {}
