// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.user;

/**
 * The purposes of draws for an operation, except for the content that it sends. The numbers are part of the meaning of
 * a seed; those from 1000 on belong to the content.
 */
final class ActionPurpose {
    /** Whether a message is new, an answer or a forward. */
    static final int KIND = 1;
    /** Which message an operation acts on. */
    static final int MESSAGE = 2;
    /** Which folder a message is filed in. */
    static final int FOLDER = 3;
    /** The search term. */
    static final int SEARCH = 4;
    /** Whether the answer is compared with the expected one. */
    static final int CHECKED = 5;
    /** Which part of the calendar is shown, and which event. */
    static final int CALENDAR = 6;
    /** Pause before submission is retried. */
    static final int PAUSE = 7;

    private ActionPurpose() {}
}
