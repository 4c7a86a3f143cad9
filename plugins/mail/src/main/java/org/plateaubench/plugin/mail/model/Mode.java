// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

/** When a user does the next thing. */
public enum Mode {
    /** As the day has it, whatever the server does: what falls due waits, and the wait counts. */
    PACED,
    /** As soon as the last thing is done. What the server can do at most; never a score. */
    STRESS
}
