// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.util.Locale;

/** How an item of the queue stands. */
public enum ItemState {
    /** It has a place in the order. */
    WAITING,
    /** Its process was asked for; its run has no folder yet. */
    STARTING,
    /** Its run has a folder. */
    RUNNING,
    /** Its run was asked to end. */
    STOPPING,
    /** Its run was carried out, whatever its verdict. */
    DONE,
    /** Somebody did not want it, or ended it early. */
    CANCELLED,
    /** Its run could not begin its load. */
    NOT_STARTED,
    /** It could not be carried out. */
    FAILED;

    /** Whether a process does it. */
    boolean isActive() {
        return this == STARTING || this == RUNNING || this == STOPPING;
    }

    /** Whether nothing more becomes of it. */
    boolean isOver() {
        return this == DONE || this == CANCELLED || this == NOT_STARTED || this == FAILED;
    }

    /** The word in the API and in the database. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The state of a word. */
    static ItemState of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
