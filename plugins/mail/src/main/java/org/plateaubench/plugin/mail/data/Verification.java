// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.plateaubench.api.Finding;

/**
 * Reports the content of mailboxes before a run.
 *
 * @param ownership decides whether they are Plateau's
 * @param oldest oldest day of data that is new enough
 */
record Verification(Scale scale, OwnershipCheck ownership, LocalDate oldest) {
    /** Returns the findings. */
    List<Finding> findings(Collection<AccountState> states) {
        List<Finding> findings = new ArrayList<>();
        List<AccountState> unfinished = new ArrayList<>();
        List<AccountState> lacking = new ArrayList<>();
        int grown = 0;
        boolean old = false;
        for (AccountState state : states) {
            DataMarker marker = state.marker();
            if (marker == null
                    || !marker.isLoaded()
                    || !marker.difference(ownership.wanted()).isEmpty()) {
                unfinished.add(state);
            } else if (lacks(state)) {
                lacking.add(state);
            }
            grown += hasGrown(state) ? 1 : 0;
            old |= marker != null && marker.day(oldest).isBefore(oldest);
        }
        if (!unfinished.isEmpty()) {
            findings.add(Finding.problem(
                    "The data is missing in " + OwnershipCheck.accounts(unfinished.size()) + ", such as "
                            + unfinished.getFirst().account() + ".",
                    "Use 'data: reload', and find out which other client uses the accounts."));
        }
        if (!lacking.isEmpty()) {
            findings.add(Finding.note("Part of the loaded data is missing in " + OwnershipCheck.accounts(lacking.size())
                    + ", such as " + lacking.getFirst().account() + "; 'data: reset' restores it."));
        }
        if (grown > 0) {
            findings.add(Finding.note(
                    OwnershipCheck.accounts(grown) + " hold data that earlier runs left; 'data: reset' removes it."));
        }
        if (old) {
            findings.add(Finding.note("The data was made before " + oldest
                    + ", so that dates of mail and events lie far back; 'data: reload' creates it again."));
        }
        findings.add(Finding.note(counts(states)));
        return findings;
    }

    private boolean lacks(AccountState state) {
        return state.messages() < scale.messages()
                || state.events() < scale.events()
                || state.contacts() < scale.contacts();
    }

    /** Returns whether folders have received messages since the load. */
    static boolean hasGrown(AccountState state) {
        DataMarker marker = state.marker();
        return marker != null
                && Folders.filled().stream()
                        .anyMatch(name -> state.folders().containsKey(name)
                                && state.folders().get(name).uidNext() > marker.uidNext(name));
    }

    private static String counts(Collection<AccountState> states) {
        long inbox = 0;
        long sent = 0;
        long all = 0;
        long events = 0;
        long contacts = 0;
        for (AccountState state : states) {
            inbox += state.messages(Folders.INBOX);
            sent += state.messages(Folders.SENT);
            all += state.messages();
            events += state.events();
            contacts += state.contacts();
        }
        return "Before the run " + all + " messages (" + inbox + " in inboxes, " + sent + " in Sent), " + events
                + " events and " + contacts + " contacts are in " + OwnershipCheck.accounts(states.size()) + ".";
    }
}
