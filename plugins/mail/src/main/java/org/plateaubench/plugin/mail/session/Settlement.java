// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.session;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.plateaubench.plugin.mail.connect.Traffic;
import org.plateaubench.plugin.mail.imap.ImapCounts;
import org.plateaubench.plugin.mail.imap.ImapEvent;
import org.plateaubench.plugin.mail.model.MailMeasure;

/**
 * Adds the shared totals of an agent's users to the counters of the workload: each calling user adds what has
 * accumulated since the last call. Any thread.
 */
final class Settlement {
    private final List<Total> totals;

    Settlement(Traffic traffic, ImapCounts imap) {
        totals = List.of(
                new Total(MailMeasure.BYTES_IN, traffic::inBytes),
                new Total(MailMeasure.BYTES_OUT, traffic::outBytes),
                new Total(MailMeasure.MOVE_FALLBACKS, () -> imap.count(ImapEvent.MOVE)),
                new Total(MailMeasure.EXPUNGE_FALLBACKS, () -> imap.count(ImapEvent.UID_EXPUNGE)),
                new Total(MailMeasure.CONDSTORE_FALLBACKS, () -> imap.count(ImapEvent.CONDSTORE)),
                new Total(MailMeasure.STATUS_FALLBACKS, () -> imap.count(ImapEvent.LIST_STATUS)),
                new Total(MailMeasure.LITERAL_FALLBACKS, () -> imap.count(ImapEvent.LITERAL_PLUS)),
                new Total(MailMeasure.IDLE_FALLBACKS, () -> imap.count(ImapEvent.IDLE)),
                new Total(MailMeasure.IMAP_SESSIONS, () -> imap.count(ImapEvent.WATCH_SESSION)),
                new Total(MailMeasure.IDLE_DROPS, () -> imap.count(ImapEvent.WATCH_DROP)),
                new Total(MailMeasure.IDLE_RENEWALS, () -> imap.count(ImapEvent.WATCH_RENEWAL)),
                new Total(MailMeasure.PUSHES, () -> imap.count(ImapEvent.WATCH_PUSH)));
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
