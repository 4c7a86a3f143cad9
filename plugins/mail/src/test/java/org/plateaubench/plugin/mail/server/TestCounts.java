// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.plateaubench.plugin.mail.model.MailMeasure;

/** The counters of a test. Thread-safe. */
public final class TestCounts implements MailMeasure.Counts {
    private final Map<MailMeasure, Long> counts = new ConcurrentHashMap<>();

    @Override
    public void add(MailMeasure measure, long amount) {
        counts.merge(measure, amount, Long::sum);
    }

    public long count(MailMeasure measure) {
        return counts.getOrDefault(measure, 0L);
    }
}
