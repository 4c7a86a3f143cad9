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
 * @param oldest oldest day of data that is new enough
 */
record Verification(Scale scale, LocalDate oldest) {
    /** Returns the findings. */
    List<Finding> findings(Collection<AccountState> states) {
        List<Finding> findings = new ArrayList<>();
        List<AccountState> lacking = states.stream().filter(this::lacks).toList();
        if (!lacking.isEmpty()) {
            findings.add(Finding.note("Part of the loaded data is missing in " + AccountState.accounts(lacking.size())
                    + ", such as " + lacking.getFirst().account() + "; 'data: reset' restores it."));
        }
        int grown = (int) states.stream().filter(AccountState::hasGrown).count();
        if (grown > 0) {
            findings.add(Finding.note(
                    AccountState.accounts(grown) + " hold data that earlier runs left; 'data: reset' removes it."));
        }
        if (states.stream().anyMatch(this::isOld)) {
            findings.add(Finding.note("The data was made before " + oldest
                    + ", so that dates of mail and events lie far back; 'data: reload' creates it again."));
        }
        findings.add(Finding.note(counts(states)));
        return findings;
    }

    private boolean isOld(AccountState state) {
        MailMarker marker = state.marker();
        return marker != null && marker.day(oldest).isBefore(oldest);
    }

    private boolean lacks(AccountState state) {
        return state.messages() < scale.messages()
                || state.events() < scale.events()
                || state.contacts() < scale.contacts();
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
                + " events and " + contacts + " contacts are in " + AccountState.accounts(states.size()) + ".";
    }
}
