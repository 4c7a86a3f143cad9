// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.session;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.plateaubench.plugin.mail.connect.Traffic;
import org.plateaubench.plugin.mail.imap.FallBack;
import org.plateaubench.plugin.mail.imap.FallBacks;
import org.plateaubench.plugin.mail.imap.WatchCounts;
import org.plateaubench.plugin.mail.model.MailMeasure;

/**
 * Adds the shared totals of an agent's users to the counters of the workload: each calling user adds what has
 * accumulated since the last call. Any thread.
 */
final class Settlement {
    private final List<Total> totals;

    Settlement(Traffic traffic, FallBacks fallBacks, WatchCounts watches) {
        totals = List.of(
                new Total(MailMeasure.BYTES_IN, traffic::inBytes),
                new Total(MailMeasure.BYTES_OUT, traffic::outBytes),
                new Total(MailMeasure.MOVE_FALLBACKS, () -> fallBacks.count(FallBack.MOVE)),
                new Total(MailMeasure.EXPUNGE_FALLBACKS, () -> fallBacks.count(FallBack.UID_EXPUNGE)),
                new Total(MailMeasure.CONDSTORE_FALLBACKS, () -> fallBacks.count(FallBack.CONDSTORE)),
                new Total(MailMeasure.STATUS_FALLBACKS, () -> fallBacks.count(FallBack.LIST_STATUS)),
                new Total(MailMeasure.LITERAL_FALLBACKS, () -> fallBacks.count(FallBack.LITERAL_PLUS)),
                new Total(MailMeasure.IDLE_FALLBACKS, () -> fallBacks.count(FallBack.IDLE)),
                new Total(MailMeasure.IMAP_SESSIONS, watches::sessions),
                new Total(MailMeasure.IDLE_DROPS, watches::drops),
                new Total(MailMeasure.IDLE_RENEWALS, watches::renewals),
                new Total(MailMeasure.PUSHES, watches::pushes));
    }

    private record Total(MailMeasure measure, LongSupplier now, AtomicLong counted) {
        Total(MailMeasure measure, LongSupplier now) {
            this(measure, now, new AtomicLong());
        }

        void settle(Tally tally) {
            long sum = now.getAsLong();
            long before = counted.getAndAccumulate(sum, Math::max);
            tally.add(measure, Math.max(0, sum - before));
        }
    }

    void settle(Tally tally) {
        for (Total total : totals) {
            total.settle(tally);
        }
    }
}
