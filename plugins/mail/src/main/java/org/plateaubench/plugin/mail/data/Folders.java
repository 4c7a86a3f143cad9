// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.plugin.mail.model.Fill;

/** Names of the folders of every mailbox: flat, so that no server's hierarchy separator matters. */
public final class Folders {
    /** Where mail arrives. */
    public static final String INBOX = "INBOX";

    /** Copies of what was sent. */
    public static final String SENT = "Sent";

    /** Holds the marker of our data and nothing else; no user opens it. */
    public static final String MARKER = "Plateau";

    private static final String ARCHIVE = "Archive-";

    private Folders() {}

    /**
     * One folder of the archive.
     *
     * @param index from 0 below {@link Fill#ARCHIVE_FOLDERS}
     */
    public static String archive(int index) {
        return ARCHIVE + (index + 1);
    }

    /** The inbox, Sent, then the archive: the folders that are filled, in the order of their numbers. */
    public static List<String> filled() {
        List<String> names = new ArrayList<>(List.of(INBOX, SENT));
        for (int i = 0; i < Fill.ARCHIVE_FOLDERS; i++) {
            names.add(archive(i));
        }
        return List.copyOf(names);
    }
}
