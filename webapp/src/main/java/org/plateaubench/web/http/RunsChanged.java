// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import org.jspecify.annotations.Nullable;

/** Is told when a run appeared, is gone, ended, was judged, or was annotated. Called by one thread after the other. */
@FunctionalInterface
public interface RunsChanged {
    /** Status of a run that was deleted. */
    String DELETED = "deleted";

    /**
     * A run changed. Returns soon and throws nothing.
     *
     * @param id its id
     * @param status running, completed, interrupted, not-started, crashed or {@link #DELETED}
     * @param verdict pass, fail or invalid; null when there is none
     */
    void changed(String id, String status, @Nullable String verdict);
}
