// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.angus.mail.imap.protocol.IMAPResponse;

/** Collects the answers {@code LIST} and {@code STATUS}. */
final class FolderAnswers implements ImapWire.Untagged {
    /** The items to request for each folder. */
    static final String ITEMS = "(MESSAGES UNSEEN UIDNEXT)";

    private final Map<String, FolderStatus> folders = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();

    @Override
    public void accept(IMAPResponse response) {
        if (response.keyEquals("LIST")) {
            list(response);
        } else if (response.keyEquals("STATUS")) {
            status(response);
        }
    }

    private void list(IMAPResponse response) {
        String[] attributes = response.readSimpleList();
        response.readAtomString();
        String name = response.readAtomString();
        boolean none = false;
        for (String attribute : attributes == null ? new String[0] : attributes) {
            String lower = attribute.toLowerCase(Locale.ROOT);
            none |= lower.equals("\\noselect") || lower.equals("\\nonexistent");
        }
        if (name != null && !none) {
            names.add(name);
            folders.putIfAbsent(name, new FolderStatus(name, -1, -1, -1));
        }
    }

    private void status(IMAPResponse response) {
        String name = response.readAtomString();
        if (name == null || !response.isNextNonSpace('(')) {
            return;
        }
        long messages = -1;
        long unseen = -1;
        long uidNext = -1;
        while (!response.isNextNonSpace(')')) {
            String item = response.readAtom();
            long value = response.readLong();
            if (item == null || value < 0) {
                break;
            }
            switch (item.toUpperCase(Locale.ROOT)) {
                case "MESSAGES" -> messages = value;
                case "UNSEEN" -> unseen = value;
                case "UIDNEXT" -> uidNext = value;
                default -> {
                    // Not requested.
                }
            }
        }
        folders.put(name, new FolderStatus(name, messages, unseen, uidNext));
    }

    /** Returns names as the server writes them, so that they can be sent back. */
    List<String> names() {
        return names;
    }

    List<FolderStatus> folders() {
        return List.copyOf(folders.values());
    }
}
