// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

import java.util.Locale;
import org.plateaubench.plugin.mail.content.Sizes;

/**
 * The content of every mailbox.
 *
 * @param archive messages in all folders of the archive
 * @param groupware whether there are a calendar and an address book, even empty ones
 */
public record Scale(int inbox, int sent, int archive, int events, int contacts, Sizes sizes, boolean groupware) {
    public static Scale of(Fill fill, Sizes sizes, boolean groupware) {
        return new Scale(
                fill.inbox,
                fill.sent,
                fill.archive,
                groupware ? fill.events : 0,
                groupware ? fill.contacts : 0,
                sizes,
                groupware);
    }

    /**
     * Returns the number of messages in a folder; the first folders of the archive may have one more than the others.
     */
    public int messages(int folder) {
        return switch (folder) {
            case 0 -> inbox;
            case 1 -> sent;
            default -> {
                int index = folder - 2;
                int rest = archive % Fill.ARCHIVE_FOLDERS;
                yield archive / Fill.ARCHIVE_FOLDERS + (index < rest ? 1 : 0);
            }
        };
    }

    public int messages() {
        return inbox + sent + archive;
    }

    /** Returns the text for a marker, such as {@code 400/200/600 messages modern, 150 events, 200 contacts}. */
    public String text() {
        String messages =
                inbox + "/" + sent + "/" + archive + " messages " + sizes.name().toLowerCase(Locale.ROOT);
        // An empty calendar differs from no calendar.
        return groupware && events + contacts == 0
                ? messages + ", an empty calendar and address book"
                : messages + ", " + events + " events, " + contacts + " contacts";
    }

    /** The content of a mailbox before a run. */
    public enum Fill {
        /** 1,200 messages, 150 events, 200 contacts; about 60 MB a mailbox with modern sizes. */
        STANDARD(400, 200, 600, 150, 200),
        /** 60 messages, 15 events, 20 contacts; for servers that hold all of it in memory. */
        SMALL(30, 10, 20, 15, 20),
        /** Nothing; for measuring the cost of users that only wait. */
        NONE(0, 0, 0, 0, 0);

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
    }
}
