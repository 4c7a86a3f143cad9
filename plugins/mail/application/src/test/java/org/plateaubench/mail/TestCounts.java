// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import java.util.EnumMap;
import java.util.Map;
import org.plateaubench.plugin.mail.model.MailMeasure;

/** The counts of a client, by measure. */
final class TestCounts implements MailMeasure.Counts {
    private final Map<MailMeasure, Long> counts = new EnumMap<>(MailMeasure.class);

    @Override
    public void add(MailMeasure measure, long amount) {
        counts.merge(measure, amount, Long::sum);
    }

    long count(MailMeasure measure) {
        return counts.getOrDefault(measure, 0L);
    }
}
