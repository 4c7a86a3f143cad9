// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.http.browser.Traffic;
import org.plateaubench.plugin.olio.model.OlioMeasure;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.UserContext.Counter;

/** The counters of one user. */
final class Tally {
    private final Map<OlioMeasure, Counter> counters = new EnumMap<>(OlioMeasure.class);
    private final HttpMeasures traffic;

    Tally(UserContext user) {
        for (OlioMeasure measure : OlioMeasure.values()) {
            counters.put(measure, user.counter(measure.title()));
        }
        traffic = new HttpMeasures(name -> user.counter(name)::add);
    }

    void add(OlioMeasure measure, long amount) {
        if (amount != 0) {
            Objects.requireNonNull(counters.get(measure)).add(amount);
        }
    }

    void add(Traffic amount) {
        traffic.add(amount);
    }
}
