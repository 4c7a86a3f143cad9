// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

/**
 * The purposes of draws for content. The numbers are part of the meaning of a seed; those below 1000 belong to callers
 * that draw with the same key.
 */
final class Purpose {
    static final int SIZE = 1000;
    static final int RECIPIENT_COUNT = 1001;
    static final int RECIPIENTS = 1002;
    /** Number of words of a subject, then the words. */
    static final int SUBJECT = 1003;
    /** Words of a body. */
    static final int TEXT = 1004;

    static final int ATTACHMENT_COUNT = 1005;
    /** Whether an attachment is text. */
    static final int ATTACHMENT_TEXT = 1006;

    static final int ATTACHMENT = 1007;
    /** Boundary between the parts of a message. */
    static final int BOUNDARY = 1008;
    /** The word of a search. */
    static final int SEARCH = 1009;

    static final int EVENT = 1010;
    static final int CONTACT = 1011;

    private Purpose() {}
}
