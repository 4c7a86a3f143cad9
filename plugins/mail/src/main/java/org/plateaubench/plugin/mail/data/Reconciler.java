// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.data.BulkMailbox.FoundMessage;
import org.plateaubench.plugin.mail.model.CopyIdentity;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailOperation;
import org.plateaubench.plugin.mail.protocol.ImapConnection.FolderState;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutException;

/**
 * Compares the mailboxes with the sent messages. A copy is expected for each recipient of a message that submission
 * accepted; it is present when any folder except Sent has it, or when its recipient has deleted it. Mail in transit is
 * waited for.
 *
 * @param before content of the accounts before the run
 * @param earlierRuns runs whose mail was present before it
 * @param latest longest wait for mail
 */
record Reconciler(
        AccountWorkers workers,
        Map<Integer, AccountState> before,
        Set<String> earlierRuns,
        SentTotals sent,
        Duration latest) {
    /** Longest time after the drain for which mail is waited for: the hard limit of delivery. */
    static final Duration LATEST = Duration.ofSeconds(60);

    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long MAX_PAUSE_MILLIS = 5_000;

    private long counter(MailMeasure measure) {
        return sent.counter(measure.title());
    }

    private long failed(MailOperation operation) {
        return sent.operations(operation.title(), OutcomeKind.ERROR)
                + sent.operations(operation.title(), OutcomeKind.ABANDONED);
    }

    List<Reconciliation> rows() throws SutException, InterruptedException {
        Map<Integer, Arrivals> arrivals = new TreeMap<>();
        before.forEach((number, state) -> arrivals.put(number, new Arrivals(state.uidNexts())));
        long deleted = counter(MailMeasure.COPIES_DELETED);
        long total = counter(MailMeasure.DELIVERIES_ACCEPTED);
        Acknowledged.Sample sample = sent.acknowledged(CopyIdentity.KIND);
        Set<Long> copies = sample.identities();
        long found = await(arrivals, total - deleted, copies);
        List<Reconciliation> rows = new ArrayList<>();
        // The tolerance for missing messages is the possible removals, and that for surplus ones the possible
        // additions.
        rows.add(new Reconciliation(
                "mail delivered",
                total,
                found + deleted,
                counter(found + deleted < total ? MailMeasure.REMOVALS_UNCERTAIN : MailMeasure.DELIVERIES_UNCERTAIN)));
        if (!copies.isEmpty() || sample.isTooSmall()) {
            rows.add(Reconciliation.items(
                            "sampled copies by message and recipient",
                            copies.size(),
                            copies.size() - missing(arrivals, copies),
                            0)
                    .of(sample));
        }
        rows.add(Reconciliation.items(
                "mail delivered once",
                found,
                found
                        + arrivals.values().stream()
                                .mapToInt(Arrivals::duplicates)
                                .sum(),
                counter(MailMeasure.REMOVALS_UNCERTAIN)));
        AccountState.Survey after = AccountState.of(workers, List.copyOf(before.keySet()), false);
        if (!after.failures().isEmpty()) {
            throw new SutException(
                    "After the run " + AccountState.accounts(after.failures().size()) + " cannot be inspected: "
                            + after.failures().values().iterator().next() + ".");
        }
        Map<Integer, AccountState> states = after.states();
        rows.add(grown(
                "copies in Sent",
                states,
                state -> state.messages(Folders.SENT),
                MailMeasure.SENT_KEPT,
                MailMeasure.SENT_UNCERTAIN));
        rows.add(messages(states));
        rows.add(grown(
                "events created",
                states,
                AccountState::events,
                MailMeasure.EVENTS_CREATED,
                MailMeasure.EVENTS_UNCERTAIN));
        rows.add(grown(
                "contacts added",
                states,
                AccountState::contacts,
                MailMeasure.CONTACTS_ADDED,
                MailMeasure.CONTACTS_UNCERTAIN));
        return rows;
    }

    private Reconciliation grown(
            String what,
            Map<Integer, AccountState> after,
            ToIntFunction<AccountState> figure,
            MailMeasure made,
            MailMeasure uncertain) {
        long countBefore = sum(before, figure);
        long countAfter = sum(after, figure);
        long expected = counter(made);
        long tolerance = countAfter - countBefore < expected ? 0 : counter(uncertain);
        return Reconciliation.grown(what, countBefore, countAfter, expected, tolerance);
    }

    /**
     * Returns the row of all messages, including those before the run: a lost message counts as missing whoever sent
     * it.
     */
    private Reconciliation messages(Map<Integer, AccountState> after) {
        ToIntFunction<AccountState> inbox = state -> state.messages(Folders.INBOX);
        long expected = sum(before, AccountState::messages)
                + counter(MailMeasure.DELIVERIES_ACCEPTED)
                + counter(MailMeasure.SENT_KEPT)
                - sent.operations(MailOperation.DELETE.title(), OutcomeKind.OK);
        long added = counter(MailMeasure.DELIVERIES_UNCERTAIN)
                + counter(MailMeasure.SENT_UNCERTAIN)
                + failed(MailOperation.MOVE);
        long removed = failed(MailOperation.DELETE) + failed(MailOperation.MOVE);
        long countBefore = sum(before, AccountState::messages);
        long countAfter = sum(after, AccountState::messages);
        return Reconciliation.held(
                "messages in all folders (" + sum(before, inbox) + " in inboxes before the run, and "
                        + sum(after, inbox) + " after it)",
                countBefore,
                countAfter,
                expected,
                countAfter < expected ? removed : added);
    }

    private static long sum(Map<Integer, AccountState> states, ToIntFunction<AccountState> figure) {
        return states.values().stream().mapToLong(figure::applyAsInt).sum();
    }

    /** Returns how many copies are missing in the accounts that are checked. */
    private static long missing(Map<Integer, Arrivals> arrivals, Set<Long> copies) {
        Set<Long> found = new HashSet<>();
        arrivals.forEach((account, arrived) ->
                arrived.tokens().forEach(token -> found.add(CopyIdentity.of(account, CopyIdentity.hash(token)))));
        return copies.stream().filter(copy -> !found.contains(copy)).count();
    }

    /** Reads repeatedly until all copies are present or the time is over, and returns their number. */
    private long await(Map<Integer, Arrivals> arrivals, long wanted, Set<Long> copies)
            throws SutException, InterruptedException {
        long deadline = System.nanoTime() + latest.toNanos();
        long pause = FIRST_PAUSE_MILLIS;
        while (true) {
            workers.run(List.copyOf(arrivals.keySet()), (account, access) -> {
                Arrivals accountArrivals = arrivals.get(account.number());
                if (accountArrivals != null) {
                    try (BulkMailbox mailbox = access.open(account)) {
                        accountArrivals.compare(mailbox, earlierRuns);
                    }
                }
            });
            long found = arrivals.values().stream().mapToLong(Arrivals::count).sum();
            long left = deadline - System.nanoTime();
            if ((found >= wanted && missing(arrivals, copies) == 0) || left <= 0) {
                return found;
            }
            Thread.sleep(Duration.ofMillis(
                    Math.min(pause, Math.max(1, Duration.ofNanos(left).toMillis()))));
            pause = Math.min(2 * pause, MAX_PAUSE_MILLIS);
        }
    }

    /**
     * The messages with tokens that one account received after some instant, in all folders except Sent. Each later
     * read covers only newer messages. Not thread-safe.
     */
    static final class Arrivals {
        private final Map<String, Long> seenUpTo = new HashMap<>();
        private final Set<String> tokens = new HashSet<>();
        private int duplicates;

        /** Creates the set of messages newer than these UIDs by folder; in a folder that is not named all are. */
        Arrivals(Map<String, Long> before) {
            seenUpTo.putAll(before);
        }

        /** Reads newer messages. Tokens of earlier runs do not count. */
        void compare(BulkMailbox mailbox, Set<String> earlierRuns) throws MailFailure {
            for (Map.Entry<String, FolderState> folder : mailbox.folders().entrySet()) {
                String name = folder.getKey();
                long from = seenUpTo.getOrDefault(name, 1L);
                boolean counts = !name.equals(Folders.SENT) && !name.equals(Folders.MARKER);
                if (counts
                        && folder.getValue().messages() > 0
                        && folder.getValue().uidNext() > from) {
                    mailbox.select(name);
                    for (FoundMessage found : mailbox.scan(from)) {
                        seenUpTo.merge(name, found.uid() + 1, Math::max);
                        String token = found.token();
                        if (token != null && !earlierRuns.contains(found.run()) && !tokens.add(token)) {
                            duplicates++;
                        }
                    }
                }
            }
        }

        int count() {
            return tokens.size();
        }

        Set<String> tokens() {
            return tokens;
        }

        /** Returns the number of copies beyond the first of each token. */
        int duplicates() {
            return duplicates;
        }
    }
}
