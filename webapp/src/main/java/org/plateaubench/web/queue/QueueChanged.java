// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

/** Listens to changes of the queue. Any thread; must return quickly and not throw. */
public interface QueueChanged {
    /** Handles a change. */
    void changed();

    /**
     * Handles a run that has a folder, which takes the tags and the note of the item. Called again after a crash.
     *
     * @param item the item to which the run belongs
     * @param runId id of the run
     */
    default void begun(QueueItem item, String runId) {}
}
