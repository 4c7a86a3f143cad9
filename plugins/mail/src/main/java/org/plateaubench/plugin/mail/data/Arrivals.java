// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.plateaubench.plugin.mail.connect.MailFailure;

/**
 * The messages with tokens that one account received after some instant, in all folders except Sent. Each later read
 * covers only newer messages. One thread at a time.
 */
final class Arrivals {
    private final Map<String, Long> seenUpTo = new HashMap<>();
    private final Set<String> tokens = new HashSet<>();
    private int duplicates;

    /**
     * Creates the set of messages newer than a state.
     *
     * @param before UID from which on messages are newer, by folder; in a folder that it does not name all are
     */
    Arrivals(Map<String, Long> before) {
        seenUpTo.putAll(before);
    }

    /** Reads newer messages. Tokens of earlier runs do not count. */
    void look(BulkMailbox mailbox, Set<String> earlierRuns) throws MailFailure {
        for (Map.Entry<String, FolderState> folder : mailbox.folders().entrySet()) {
            String name = folder.getKey();
            long from = seenUpTo.getOrDefault(name, 1L);
            boolean counts = !name.equals(Folders.SENT) && !name.equals(Folders.MARKER);
            if (counts && folder.getValue().messages() > 0 && folder.getValue().uidNext() > from) {
                mailbox.select(name);
                for (FoundMessage found : mailbox.scan(from)) {
                    seenUpTo.merge(name, found.uid() + 1, Math::max);
                    add(found, earlierRuns);
                }
            }
        }
    }

    private void add(FoundMessage found, Set<String> earlierRuns) {
        String token = found.token();
        if (token != null && !earlierRuns.contains(run(token)) && !tokens.add(token)) {
            duplicates++;
        }
    }

    /** Returns the part of a token that all tokens of a run share. */
    static String run(String token) {
        int dot = token.indexOf('.');
        return dot < 0 ? token : token.substring(0, dot);
    }

    /** Returns the number of different tokens found. */
    int found() {
        return tokens.size();
    }

    /** Returns the tokens found. */
    Set<String> tokens() {
        return Set.copyOf(tokens);
    }

    /** Returns the number of copies beyond the first of each token. */
    int duplicates() {
        return duplicates;
    }
}
