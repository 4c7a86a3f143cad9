// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;

/**
 * Decides whether accounts may be changed. An account with Plateau's marker is Plateau's; an account without one may be taken when
 * it is empty; any other is refused, unless the run names its domain for adoption.
 *
 * @param wanted marker of the wanted data
 * @param policy policy for existing data
 * @param adopted whether accounts that are not Plateau's may be adopted
 */
record OwnershipCheck(DataMarker wanted, DataPolicy policy, boolean adopted) {
    /** Most accounts, and foreign items of each, that are named. */
    private static final int NAMED = 5;

    /** The work on an account. */
    enum Work {
        /** Everything is present and stays as it is. */
        NONE,
        /** Existing data is corrected, and missing data created. */
        RESTORE,
        /** All existing data is removed first. */
        REPLACE
    }

    /** Returns the work on an account that is not refused. */
    Work work(AccountState state) {
        DataMarker marker = state.marker();
        if (marker == null) {
            return state.isEmpty() ? Work.RESTORE : Work.REPLACE;
        }
        if (policy == DataPolicy.RELOAD || !marker.difference(wanted).isEmpty()) {
            return Work.REPLACE;
        }
        return policy == DataPolicy.REUSE && marker.isLoaded() ? Work.NONE : Work.RESTORE;
    }

    /** Returns why an account may not be changed; empty if it may. */
    String refusal(AccountState state) {
        DataMarker marker = state.marker();
        String foreign = foreign(state);
        if (marker == null || (!foreign.isEmpty() && !adopted)) {
            return adopted ? "" : foreign;
        }
        String difference = marker.difference(wanted);
        boolean mayReplace = policy == DataPolicy.RELOAD || !marker.isLoaded();
        return difference.isEmpty() || mayReplace
                ? ""
                : "Data that differs from the requested data (" + difference + ") is";
    }

    /** Returns what makes an account foreign; empty if nothing does. */
    private String foreign(AccountState state) {
        DataMarker marker = state.marker();
        if (marker != null && !marker.isOwnedLike(wanted)) {
            return "Data of workload " + marker.owner() + " is";
        }
        boolean isForeign = marker == null ? !state.isEmpty() : !state.foreign().isEmpty();
        return isForeign ? "Mail, events or contacts that are not Plateau's are" : "";
    }

    /** Returns a problem for each reason to refuse accounts, and a note where data is adopted or replaced. */
    List<Finding> findings(Collection<AccountState> states) {
        Map<String, List<AccountState>> refused = new LinkedHashMap<>();
        Map<String, List<AccountState>> taken = new LinkedHashMap<>();
        int replaced = 0;
        for (AccountState state : states) {
            String refusal = refusal(state);
            if (!refusal.isEmpty()) {
                refused.computeIfAbsent(refusal, any -> new ArrayList<>()).add(state);
            } else if (!foreign(state).isEmpty() && work(state) != Work.NONE) {
                taken.computeIfAbsent(foreign(state), any -> new ArrayList<>()).add(state);
            } else if (work(state) == Work.REPLACE && policy != DataPolicy.RELOAD) {
                replaced++;
            }
        }
        List<Finding> findings = new ArrayList<>();
        refused.forEach((refusal, some) -> findings.add(problem(refusal, some)));
        taken.forEach((what, some) ->
                findings.add(Finding.note(what + " in " + named(some) + "; it is adopted, and will be removed.")));
        if (replaced > 0) {
            findings.add(Finding.note("The content of " + accounts(replaced) + " is replaced."));
        }
        return findings;
    }

    private Finding problem(String refusal, List<AccountState> some) {
        AccountState first = some.getFirst();
        boolean isOwn = foreign(first).isEmpty();
        String message = refusal + " in " + named(some) + ".";
        String domain = first.account().address();
        return isOwn
                ? Finding.problem(message, "Use 'data: reload' to replace it, or correct the parameters.")
                : Finding.problem(
                                message,
                                "Use other accounts, or have foreign content removed with 'data: reload' and 'adopt: "
                                        + domain.substring(domain.indexOf('@') + 1) + "'.")
                        .about("adopt");
    }

    /** Returns the number of accounts, and some of them with their foreign content. */
    private static String named(List<AccountState> some) {
        List<String> names = new ArrayList<>();
        for (AccountState state : some) {
            if (names.isEmpty() || (!state.foreign().isEmpty() && names.size() < NAMED)) {
                List<String> foreign = state.foreign();
                int more = foreign.size() - NAMED;
                names.add(state.account()
                        + (foreign.isEmpty() ? "" : ": ")
                        + String.join(", ", more > 0 ? foreign.subList(0, NAMED) : foreign)
                        + (more > 0 ? " and " + more + " more" : ""));
            }
        }
        return accounts(some.size()) + ", such as " + String.join("; ", names);
    }

    static String accounts(int count) {
        return count == 1 ? "1 account" : count + " accounts";
    }
}
