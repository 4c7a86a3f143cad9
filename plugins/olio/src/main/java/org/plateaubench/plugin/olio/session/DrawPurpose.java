// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.session;

/** The purposes of an operation's draws. The numbers are part of the meaning of a seed. */
final class DrawPurpose {
    /** Whether a session begins with a browser whose cache is full. */
    static final int CACHE = 1;
    /** Which of its accounts a user signs in with. */
    static final int ACCOUNT = 2;
    /** Which event of a page the user remembers. */
    static final int EVENT = 3;
    /** The tag of a search. */
    static final int TAG = 4;
    /** The requested number of results. */
    static final int COUNT = 5;
    /** Whether the user attends the event. */
    static final int ATTEND = 6;
    /** Which person is opened. */
    static final int PERSON = 7;
    /** How many tags a new event has. */
    static final int TAG_COUNT = 8;
    /** Which tags these are. */
    static final int TAGS = 9;

    /** Whether a user begins signed in. */
    static final int COMING = 10;

    private DrawPurpose() {}
}
