// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

/** What is drawn of a message beside its content. The numbers are part of the meaning of a seed. */
final class DataPurpose {
    /** Whether nobody has read it. */
    static final int UNREAD = 1;
    /** Whether somebody has answered it. */
    static final int ANSWERED = 2;
    /** Whether somebody has flagged it. */
    static final int FLAGGED = 3;
    /** When it came. */
    static final int DATE = 4;
    /** Whom it is from, or to. */
    static final int CORRESPONDENT = 5;

    private DataPurpose() {}
}
