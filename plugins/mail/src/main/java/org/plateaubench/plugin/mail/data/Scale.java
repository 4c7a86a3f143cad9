// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.Locale;
import org.plateaubench.plugin.mail.content.Sizes;
import org.plateaubench.plugin.mail.model.Fill;

/**
 * The content of every mailbox.
 *
 * @param inbox messages in the inbox
 * @param sent messages in Sent
 * @param archive messages in all folders of the archive
 * @param events events in the calendar
 * @param contacts cards in the address book
 * @param sizes sizes of messages
 * @param groupware whether there are a calendar and an address book, even empty ones
 */
public record Scale(int inbox, int sent, int archive, int events, int contacts, Sizes sizes, boolean groupware) {
    /** Checks the numbers. */
    public Scale {
        if (!groupware && events + contacts > 0) {
            throw new IllegalArgumentException("events and contacts without calendars and address books");
        }
    }

    /**
     * Returns the scale of a fill.
     *
     * @param groupware whether there are calendars and contacts
     */
    public static Scale of(Fill fill, Sizes sizes, boolean groupware) {
        return new Scale(
                fill.inbox(),
                fill.sent(),
                fill.archive(),
                groupware ? fill.events() : 0,
                groupware ? fill.contacts() : 0,
                sizes,
                groupware);
    }

    /**
     * Returns the number of messages in one folder; when the archive cannot be divided evenly, its first folders have
     * one more.
     *
     * @param folder index in {@link Folders#filled}
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

    /** Returns the number of messages in all folders. */
    public int messages() {
        return inbox + sent + archive;
    }

    /** Returns the text for a marker, such as {@code 400/200/600 messages modern, 150 events, 200 contacts}. */
    String text() {
        String messages =
                inbox + "/" + sent + "/" + archive + " messages " + sizes.name().toLowerCase(Locale.ROOT);
        // An empty calendar differs from no calendar.
        return groupware && events + contacts == 0
                ? messages + ", an empty calendar and address book"
                : messages + ", " + events + " events, " + contacts + " contacts";
    }
}
