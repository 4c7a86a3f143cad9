// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

/** The purposes of draws for a message beside its content. The numbers are part of the meaning of a seed. */
final class DataPurpose {
    /** Whether it is unread. */
    static final int UNREAD = 1;
    /** Whether it is marked as answered. */
    static final int ANSWERED = 2;
    /** Whether it is flagged. */
    static final int FLAGGED = 3;
    /** Its date. */
    static final int DATE = 4;
    /** Its sender or recipient. */
    static final int CORRESPONDENT = 5;

    private DataPurpose() {}
}
