// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

/** What a mailbox holds before a run. */
public enum Fill {
    /** 1,200 messages, 150 events, 200 contacts; about 60 MB a mailbox with modern sizes. */
    STANDARD(400, 200, 600, 150, 200),
    /** 60 messages, 15 events, 20 contacts; for servers that hold all of it in memory. */
    SMALL(30, 10, 20, 15, 20),
    /** Nothing; for what users cost that only wait. */
    NONE(0, 0, 0, 0, 0);

    /** Folders that the archive is made of. */
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

    /** Messages in the inbox. */
    public int inbox() {
        return inbox;
    }

    /** Messages in Sent. */
    public int sent() {
        return sent;
    }

    /** Messages in all folders of the archive. */
    public int archive() {
        return archive;
    }

    /** Messages in all folders. */
    public int messages() {
        return inbox + sent + archive;
    }

    /** Events in the calendar. */
    public int events() {
        return events;
    }

    /** Cards in the address book. */
    public int contacts() {
        return contacts;
    }
}
