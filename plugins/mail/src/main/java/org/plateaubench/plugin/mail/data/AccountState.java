// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.data.BulkMailbox.FolderState;
import org.plateaubench.plugin.mail.site.Account;

/**
 * The content of an account at one instant.
 *
 * @param marker marker that it is Plateau's; null without one
 * @param folders every folder that can be opened
 * @param events in its calendar; 0 where the data has none
 * @param contacts in its address book; 0 where the data has none
 * @param foreign content that is not Plateau's and that the data or users would change; empty if it was not searched for
 * @param runs runs that have left mail; empty if it was not searched for
 */
record AccountState(
        Account account,
        @Nullable MailMarker marker,
        Map<String, FolderState> folders,
        int events,
        int contacts,
        List<String> foreign,
        Set<String> runs) {
    AccountState {
        folders = Map.copyOf(folders);
        foreign = List.copyOf(foreign);
        runs = Set.copyOf(runs);
    }

    int messages(String folder) {
        return folders.getOrDefault(folder, FolderState.NONE).messages();
    }

    /** Returns the number of messages in all folders except that of the marker. */
    int messages() {
        int sum = 0;
        for (Map.Entry<String, FolderState> folder : folders.entrySet()) {
            sum += folder.getKey().equals(Folders.MARKER)
                    ? 0
                    : folder.getValue().messages();
        }
        return sum;
    }

    /** Returns the UID from which on messages are newer, by folder. */
    Map<String, Long> uidNexts() {
        Map<String, Long> nexts = new TreeMap<>();
        folders.forEach((name, folder) -> nexts.put(name, folder.uidNext()));
        return nexts;
    }

    /** Returns whether folders have received messages since the load. */
    boolean hasGrown() {
        return marker != null
                && Folders.filled().stream()
                        .anyMatch(name ->
                                folders.containsKey(name) && folders.get(name).uidNext() > marker.uidNext(name));
    }

    boolean isEmpty() {
        return messages() == 0 && messages(Folders.MARKER) == 0 && events == 0 && contacts == 0;
    }

    static String accounts(int count) {
        return count == 1 ? "1 account" : count + " accounts";
    }
}
