// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import org.plateaubench.engine.document.Documents;

/** The state of an item of the queue. */
public enum ItemState {
    /** The item has a place in the order. */
    WAITING,
    /** The start of its process was requested; its run has no folder yet. */
    STARTING,
    /** The run has a folder. */
    RUNNING,
    /** The end of its run was requested. */
    STOPPING,
    /** The run was carried out, with any verdict. */
    DONE,
    /** A user removed it from the queue, or ended its run early. */
    CANCELLED,
    /** The run could not begin its load. */
    NOT_STARTED,
    /** The run could not be carried out. */
    FAILED;

    /** Returns whether it has a process. */
    boolean isActive() {
        return this == STARTING || this == RUNNING || this == STOPPING;
    }

    boolean isOver() {
        return this == DONE || this == CANCELLED || this == NOT_STARTED || this == FAILED;
    }

    /** Returns the word in the API. */
    String label() {
        return Documents.word(this);
    }
}
