// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

/** When a user starts the next action. */
public enum Mode {
    /**
     * A user keeps to the schedule of the day, independent of the server: an action that is due waits, and the wait
     * counts.
     */
    PACED,
    /** A user starts an action as soon as the last one ends. This finds the server's maximum; never a score. */
    STRESS
}
