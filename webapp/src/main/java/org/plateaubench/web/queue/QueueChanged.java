// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

/** Hears of changes of the queue. Any thread; must be quick and not throw. */
public interface QueueChanged {
    /** Something is other than it was. */
    void changed();

    /** An item's run has a folder now, to which its tags and its note belong. */
    default void begun(QueueItem item) {}
}
