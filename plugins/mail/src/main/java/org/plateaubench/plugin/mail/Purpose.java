// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

/**
 * What is drawn of an operation beside the content of what it sends. The numbers are part of the meaning of a seed; those
 * from 1000 on are the content's.
 */
final class Purpose {
    /** Whether a message is new, an answer or a forward. */
    static final int KIND = 1;
    /** Which message something is done to. */
    static final int MESSAGE = 2;
    /** Which folder a message is filed in. */
    static final int FOLDER = 3;
    /** What is searched for. */
    static final int SEARCH = 4;
    /** Whether the answer is held against what it must be. */
    static final int CHECKED = 5;
    /** Which part of the calendar is looked at, and which event. */
    static final int CALENDAR = 6;
    /** How long an attempt of submission waits to be repeated. */
    static final int PAUSE = 7;

    private Purpose() {}
}
