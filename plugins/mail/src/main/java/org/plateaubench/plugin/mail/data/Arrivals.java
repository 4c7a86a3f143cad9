// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.plateaubench.plugin.mail.failure.MailFailure;

/**
 * The messages with tokens that one account got after some moment, in all folders but Sent. Asked again, it looks only at
 * what is newer. One thread at a time.
 */
final class Arrivals {
    private final Map<String, Long> seenUpTo = new HashMap<>();
    private final Set<String> tokens = new HashSet<>();
    private int duplicates;

    /**
     * Those that are newer than a state.
     *
     * @param before UID from which on messages are newer, by folder; all are where it names none
     */
    Arrivals(Map<String, Long> before) {
        seenUpTo.putAll(before);
    }

    /** Looks. Tokens of runs that are over do not count. */
    void look(BulkMailbox mailbox, Set<String> earlierRuns) throws MailFailure {
        for (Map.Entry<String, FolderState> folder : mailbox.folders().entrySet()) {
            String name = folder.getKey();
            long from = seenUpTo.getOrDefault(name, 1L);
            boolean counts = !name.equals(Folders.SENT) && !name.equals(Folders.MARKER);
            if (counts && folder.getValue().messages() > 0 && folder.getValue().uidNext() > from) {
                mailbox.select(name);
                for (Found found : mailbox.scan(from)) {
                    seenUpTo.merge(name, found.uid() + 1, Math::max);
                    add(found, earlierRuns);
                }
            }
        }
    }

    private void add(Found found, Set<String> earlierRuns) {
        String token = found.token();
        if (token != null && !earlierRuns.contains(run(token)) && !tokens.add(token)) {
            duplicates++;
        }
    }

    /** The part of a token that is the same for all of a run. */
    static String run(String token) {
        int dot = token.indexOf('.');
        return dot < 0 ? token : token.substring(0, dot);
    }

    /** Different tokens found. */
    int found() {
        return tokens.size();
    }

    /** The tokens found. */
    Set<String> tokens() {
        return Set.copyOf(tokens);
    }

    /** Copies beyond the first of a token. */
    int duplicates() {
        return duplicates;
    }
}
