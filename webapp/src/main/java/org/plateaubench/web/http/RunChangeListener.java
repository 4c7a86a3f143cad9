// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import org.jspecify.annotations.Nullable;

/**
 * Listens to changes of runs: a run appeared, vanished, ended, was judged, or was annotated. Never called concurrently.
 */
@FunctionalInterface
public interface RunChangeListener {
    /** Status of a run that was deleted. */
    String DELETED = "deleted";

    /**
     * Handles a change of a run. Must return soon and not throw.
     *
     * @param status running, completed, interrupted, not-started, crashed or {@link #DELETED}
     * @param verdict pass, fail or invalid; null when there is none
     */
    void changed(String id, String status, @Nullable String verdict);
}
