// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition.Kind;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.mail.model.CopyIdentity;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.UserContext.Counter;

/**
 * The counters and the series of the workload, shared by all users of an agent. They are reported through the first
 * user, since the counters of all users are the same. Thread-safe.
 */
final class AgentCounters implements DeliveryLedger.Listener {
    private static final Outcome NOT_ANNOUNCED =
            Outcome.error(Outcome.TIMEOUT, "a copy was not announced while its recipient waited");

    private final LongAdder idleWatches = new LongAdder();
    private volatile @Nullable Reporter reporter;

    private record Reporter(UserContext user, Map<MailMeasure, Counter> counters, Acknowledged copies) {}

    /** Registers the user through which the counts are reported, unless there is one; returns whether it did. */
    synchronized boolean registerIfFirst(UserContext user) {
        if (reporter != null) {
            return false;
        }
        Map<MailMeasure, Counter> counters = new EnumMap<>(MailMeasure.class);
        Arrays.stream(MailMeasure.values())
                .filter(measure -> measure.kind() == Kind.COUNTER)
                .forEach(measure -> counters.put(measure, user.counter(measure.title())));
        counters.put(MailMeasure.IDLE_WATCHES, idleWatches::add);
        reporter = new Reporter(user, counters, user.acknowledged(CopyIdentity.KIND));
        return true;
    }

    private Reporter reporter() {
        return Objects.requireNonNull(reporter, "there is no user yet");
    }

    @Override
    public void add(MailMeasure measure, long amount) {
        if (amount != 0) {
            Objects.requireNonNull(reporter().counters().get(measure)).add(amount);
        }
    }

    long idleWatches() {
        return idleWatches.sum();
    }

    @Override
    public void observed(long acceptedNanos, long untilNanos, boolean seen) {
        Outcome outcome = seen ? Outcome.ok() : NOT_ANNOUNCED;
        reporter().user().observed(MailMeasure.DELIVERY, acceptedNanos, untilNanos, outcome);
    }

    /** Counts a message that submission has accepted for a recipient. */
    void accepted(int account, String token) {
        reporter().copies().stored(CopyIdentity.of(account, CopyIdentity.hash(token)));
    }

    /** Counts a copy that a recipient has removed, or may have. */
    void removed(int account, int tokenHash) {
        reporter().copies().removed(CopyIdentity.of(account, tokenHash));
    }
}
