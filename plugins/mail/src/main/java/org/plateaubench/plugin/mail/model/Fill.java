// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

/** The content of a mailbox before a run. */
public enum Fill {
    /** 1,200 messages, 150 events, 200 contacts; about 60 MB a mailbox with modern sizes. */
    STANDARD(400, 200, 600, 150, 200),
    /** 60 messages, 15 events, 20 contacts; for servers that hold all of it in memory. */
    SMALL(30, 10, 20, 15, 20),
    /** Nothing; for measuring the cost of users that only wait. */
    NONE(0, 0, 0, 0, 0);

    /** Number of folders of the archive. */
    public static final int ARCHIVE_FOLDERS = 6;

    private final int inbox;
    private final int sent;
    private final int archive;
    private final int events;
    private final int contacts;

    Fill(int inbox, int sent, int archive, int events, int contacts) {
        this.inbox = inbox;
        this.sent = sent;
        this.archive = archive;
        this.events = events;
        this.contacts = contacts;
    }

    /** Returns the messages in the inbox. */
    public int inbox() {
        return inbox;
    }

    /** Returns the messages in Sent. */
    public int sent() {
        return sent;
    }

    /** Returns the messages in all folders of the archive. */
    public int archive() {
        return archive;
    }

    /** Returns the events in the calendar. */
    public int events() {
        return events;
    }

    /** Returns the cards in the address book. */
    public int contacts() {
        return contacts;
    }
}
