// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

/** Listens to changes of the queue. Any thread; must return quickly and not throw. */
public interface QueueChanged {
    /** Handles a change. */
    void changed();

    /** Handles the start of a run: it has a folder now, which takes the tags and the note of the item. */
    default void begun(QueueItem item) {}
}
