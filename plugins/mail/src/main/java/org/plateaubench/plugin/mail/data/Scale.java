// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.Locale;
import org.plateaubench.plugin.mail.model.Fill;
import org.plateaubench.plugin.mail.model.Sizes;

/**
 * How much every mailbox is filled with.
 *
 * @param inbox messages in the inbox
 * @param sent messages in Sent
 * @param archive messages in all folders of the archive
 * @param events events in the calendar
 * @param contacts cards in the address book
 * @param sizes how large messages are
 */
public record Scale(int inbox, int sent, int archive, int events, int contacts, Sizes sizes) {
    /**
     * That of a fill.
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
                sizes);
    }

    /**
     * Messages in one folder; where the archive cannot be dealt evenly, its first folders have one more.
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

    /** Messages in all folders. */
    public int messages() {
        return inbox + sent + archive;
    }

    /** As a marker has it, such as {@code 400/200/600 messages modern, 150 events, 200 contacts}. */
    String text() {
        return inbox + "/" + sent + "/" + archive + " messages " + sizes.name().toLowerCase(Locale.ROOT) + ", " + events
                + " events, " + contacts + " contacts";
    }
}
