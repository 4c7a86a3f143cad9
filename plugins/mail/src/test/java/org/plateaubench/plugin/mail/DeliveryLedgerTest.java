// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.mail.model.MailMeasure;

class DeliveryLedgerTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final RecordedDeliveries found = new RecordedDeliveries();
    private final Tokens tokens = tokens("run7", 3);

    private static Tokens tokens(String run, int agent) {
        return new Tokens(Long.parseLong(run, 36), agent);
    }

    private DeliveryLedger ledger(int capacity) {
        DeliveryLedger ledger = new DeliveryLedger(tokens, capacity, found);
        for (int user = 0; user < 10; user++) {
            ledger.watch(user, -1);
        }
        return ledger;
    }

    /** The deliveries and counts that a ledger reports. */
    private static final class RecordedDeliveries implements DeliveryLedger.Listener {
        private final List<Long> timesNanos = new ArrayList<>();
        private final List<Long> unseenNanos = new ArrayList<>();
        private final Map<MailMeasure, Long> counts = new EnumMap<>(MailMeasure.class);
        private long timed;

        @Override
        public synchronized void observed(long acceptedNanos, long untilNanos, boolean seen) {
            (seen ? timesNanos : unseenNanos).add(untilNanos - acceptedNanos);
        }

        @Override
        public synchronized void add(MailMeasure measure, long amount) {
            if (measure == MailMeasure.DELIVERIES_TIMED) {
                timed += amount;
            } else {
                counts.merge(measure, amount, Long::sum);
            }
        }
    }

    @Test
    void earlyNotificationCountsAsZeroTime() {
        DeliveryLedger ledger = ledger(8);
        String before = tokens.next(0);
        ledger.seen(before, 1, 90);
        assertThat(found.timesNanos).isEmpty();
        ledger.accepted(before, 1, 100);
        String stampedBefore = tokens.next(0);
        ledger.accepted(stampedBefore, 1, 200);
        ledger.seen(stampedBefore, 1, 199);
        assertThat(found.timesNanos).containsExactly(0L, 0L);
        assertThat(found.counts).containsExactly(Map.entry(MailMeasure.DELIVERIES_EARLY, 2L));
    }

    @Test
    void undeliveredMessagesAreReportedWhenUserEnds() {
        DeliveryLedger ledger = ledger(8);
        String never = tokens.next(0);
        String seen = tokens.next(0);
        String justNow = tokens.next(0);
        ledger.accepted(never, 1, SECOND);
        ledger.accepted(seen, 1, SECOND);
        ledger.seen(seen, 1, 2 * SECOND);
        ledger.accepted(justNow, 1, 8 * SECOND);
        ledger.accepted(never, 2, SECOND);
        ledger.unwatch(1, 9 * SECOND);
        ledger.unwatch(1, 9 * SECOND);
        assertThat(found.unseenNanos).containsExactly(8 * SECOND);
        assertThat(found.counts).containsExactly(Map.entry(MailMeasure.DELIVERIES_MISSED, 1L));
    }

    @Test
    void messagesAcceptedBeforeWatchAreNotExpected() {
        DeliveryLedger ledger = ledger(8);
        String before = tokens.next(0);
        String reportedAfter = tokens.next(0);
        ledger.accepted(before, 1, SECOND);
        ledger.watch(1, 2 * SECOND);
        assertThat(ledger.inTransit()).isZero();
        ledger.accepted(reportedAfter, 1, SECOND);
        ledger.seen(before, 1, 3 * SECOND);
        assertThat(found.timesNanos).containsExactly(2 * SECOND);
        ledger.unwatch(1, 100 * SECOND);
        assertThat(found.unseenNanos).isEmpty();
    }

    @Test
    void deliveryAfterAMinuteIsLate() {
        DeliveryLedger ledger = ledger(8);
        String token = tokens.next(0);
        long start = Long.MAX_VALUE - 5 * SECOND;
        ledger.accepted(token, 1, start);
        ledger.accepted(token, 2, start);
        ledger.seen(token, 1, start + 60 * SECOND);
        assertThat(found.counts).isEmpty();
        assertThat(ledger.inTransit()).isEqualTo(1);
        ledger.seen(token, 2, start + 60 * SECOND + 1);
        assertThat(ledger.inTransit()).isZero();
        assertThat(found.timesNanos).containsExactly(60 * SECOND, 60 * SECOND + 1);
        assertThat(found.counts).containsExactly(Map.entry(MailMeasure.DELIVERIES_LATE, 1L));
    }

    @Test
    void oldestMessagesAreForgottenAndCounted() {
        DeliveryLedger ledger = ledger(4);
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            String token = tokens.next(i);
            sent.add(token);
            ledger.accepted(token, 1, i);
            ledger.accepted(token, 2, i);
            ledger.seen(token, 1, i + 1);
        }
        assertThat(found.counts).containsExactly(Map.entry(MailMeasure.DELIVERIES_FORGOTTEN, 6L));
        assertThat(found.unseenNanos).hasSize(6);
        assertThat(ledger.inTransit()).isEqualTo(4);
        ledger.seen(sent.get(0), 2, 50);
        assertThat(found.timesNanos).hasSize(10);
    }

    /** Random orders of acceptances and notifications of many messages, compared with simple counts of both. */
    @Test
    void eventOrderDoesNotChangeDeliveries() {
        Random random = new Random(1);
        for (int round = 0; round < 300; round++) {
            RecordedDeliveries recorded = new RecordedDeliveries();
            Tokens agentTokens = tokens("r" + round, 0);
            DeliveryLedger ledger = new DeliveryLedger(agentTokens, 64, recorded);
            int users = 1 + random.nextInt(4);
            List<Runnable> steps = new ArrayList<>();
            int messages = 1 + random.nextInt(30);
            int delivered = 0;
            int duplicates = 0;
            int unseen = 0;
            for (int user = 0; user < users; user++) {
                ledger.watch(user, -1);
            }
            for (int message = 0; message < messages; message++) {
                String token = agentTokens.next(message);
                for (int user = 0; user < users; user++) {
                    int recipient = user;
                    boolean accepted = random.nextInt(4) > 0;
                    int seen = random.nextInt(3);
                    long acceptedNanos = random.nextInt(1000);
                    if (accepted) {
                        steps.add(() -> ledger.accepted(token, recipient, acceptedNanos));
                    }
                    for (int i = 0; i < seen; i++) {
                        long seenNanos = random.nextInt(1000);
                        steps.add(() -> ledger.seen(token, recipient, seenNanos));
                    }
                    delivered += accepted && seen > 0 ? 1 : 0;
                    duplicates += Math.max(0, seen - 1);
                    unseen += accepted && seen == 0 ? 1 : 0;
                }
            }
            java.util.Collections.shuffle(steps, random);
            steps.forEach(Runnable::run);
            assertThat(recorded.timesNanos).hasSize(delivered).allMatch(nanos -> nanos >= 0);
            assertThat(recorded.counts.getOrDefault(MailMeasure.DUPLICATES, 0L)).isEqualTo(duplicates);
            assertThat(ledger.inTransit()).isEqualTo(unseen);
        }
    }

    @Test
    void concurrentUpdatesLoseNoDelivery() throws InterruptedException, ExecutionException {
        int messages = 20_000;
        DeliveryLedger ledger = ledger(messages);
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            sent.add(tokens.next(i));
        }
        List<Future<?>> ends = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int user = 0; user < 4; user++) {
                int recipient = user;
                ends.add(threads.submit(() -> sent.forEach(token -> ledger.accepted(token, recipient, 5))));
                ends.add(threads.submit(() -> sent.forEach(token -> ledger.seen(token, recipient, 7))));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        }
        assertThat(found.timed).isEqualTo(4L * messages);
        assertThat(found.timesNanos).hasSize(4 * messages).allMatch(nanos -> nanos == 0 || nanos == 2);
        assertThat(ledger.inTransit()).isZero();
        assertThat(found.counts.keySet()).isSubsetOf(MailMeasure.DELIVERIES_EARLY);
    }

    @Test
    void tokensOfTheSameRunAreRecognized() {
        long nowMillis = 1_795_300_000_000L;
        Tokens own = new Tokens(nowMillis, 1);
        Tokens otherAgent = new Tokens(nowMillis - 3_000, 2);
        Tokens lastRun = new Tokens(nowMillis - 60_000, 1);
        assertThat(own.isOfThisRun(own.next(1))).isTrue();
        assertThat(own.isOfThisRun(otherAgent.next(1))).isTrue();
        assertThat(otherAgent.isOfThisRun(own.next(1))).isTrue();
        assertThat(own.isOfThisRun(lastRun.next(1))).isFalse();
        assertThat(own.isOfThisRun("somebody-else")).isFalse();
        assertThat(own.isOfThisRun("..")).isFalse();
    }
}
