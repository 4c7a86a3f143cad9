// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.plateaubench.plugin.mail.connect.FolderNames;
import org.plateaubench.plugin.mail.model.Scale.Fill;

/** Names of the folders of every mailbox: flat, so that no separator matters; {@link FolderNames} has a server's. */
public final class Folders {
    public static final String INBOX = FolderNames.INBOX;

    public static final String SENT = FolderNames.SENT;

    /** The folder of the marker of our data, and nothing else; no user opens it. */
    public static final String MARKER = "Plateau";

    private static final String ARCHIVE = "Archive-";

    private Folders() {}

    public static String archive(int index) {
        return ARCHIVE + (index + 1);
    }

    /** Returns the folders that are filled, in the order of their numbers: the inbox, Sent, then the archive. */
    public static List<String> filled() {
        return Stream.concat(
                        Stream.of(INBOX, SENT),
                        IntStream.range(0, Fill.ARCHIVE_FOLDERS).mapToObj(Folders::archive))
                .toList();
    }
}
